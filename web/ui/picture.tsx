import type { CSSProperties, ImgHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.ts';

/** One picture in several widths and formats; a set is the text of a `srcset`. */
export type PictureFiles = {
  /** The widest file in the format that every browser can show. */
  src: string;
  /** The size of the widest file in pixels: it gives the proportions before the picture loads. */
  width: number;
  height: number;
  /** The description in the reader's language. */
  alt: string;
  /** Absent where only one file is known. */
  sets?: { avif: string; webp: string; jpg: string };
};

type PictureProps = {
  picture: PictureFiles;
  /** The drawn width: the `sizes` of its `srcset`. */
  sizes: string;
  /** The first picture in view: loaded before everything else. */
  isFirst?: boolean;
  /** In view at once, so it is not loaded lazily. */
  isEager?: boolean;
  className?: string;
  style?: CSSProperties;
  onError?: () => void;
};

/**
 * A picture that fills the box of `className`, in the lightest format that the browser supports. While it loads, or after a failure, the
 * box shows the description.
 */
export function Picture({ picture, sizes, isFirst = false, isEager = isFirst, className, style, onError }: PictureProps) {
  const { src, width, height, alt, sets } = picture;
  return (
    <picture data-alt={alt} className={classNames('picture', className)} style={style}>
      {sets && <source type="image/avif" srcSet={sets.avif} sizes={sizes} />}
      {sets && <source type="image/webp" srcSet={sets.webp} sizes={sizes} />}
      <img
        // Before the addresses, because some browsers fetch as soon as they see one.
        loading={isEager ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        sizes={sizes}
        srcSet={sets?.jpg}
        src={src}
        width={width}
        height={height}
        alt={alt}
        onError={onError}
      />
    </picture>
  );
}

type PosterProps = {
  src: string;
  /** The drawn size in pixels: it gives the box before the picture loads. */
  width: number;
  height: number;
  /** Empty if the name is beside it. */
  alt?: string;
  /** The first picture in view: loaded before everything else. */
  isFirst?: boolean;
  /** Printed in black and white. */
  isGrey?: boolean;
  className?: string;
  /** The picture's files in other widths, and its drawn width. */
  srcSet?: string | undefined;
  sizes?: string;
  onError?: ImgHTMLAttributes<HTMLImageElement>['onError'];
  ref?: Ref<HTMLImageElement>;
};

/** An event's picture. A class `misregister` around it shifts its colours under the pointer. */
export function Poster({ src, width, height, alt = '', isFirst = false, isGrey = false, className, ...watch }: PosterProps) {
  return (
    <img
      {...watch}
      src={src}
      width={width}
      height={height}
      alt={alt}
      decoding="async"
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      className={classNames(
        'block w-full object-cover',
        isGrey && 'grayscale group-hover:grayscale-0 group-focus-within:grayscale-0',
        className,
      )}
    />
  );
}
