import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';

/** One picture in several widths and formats; a set is the text of a `srcset`. */
export type PictureFiles = {
  /** The widest file in the format that everything can show. */
  src: string;
  /** Of the widest, in pixels: they give the proportions before the picture comes. */
  width: number;
  height: number;
  /** What it shows, in the reader's language. */
  alt: string;
  /** None where only the one file is known. */
  sets?: { avif: string; webp: string; jpg: string };
};

type PictureProps = {
  picture: PictureFiles;
  /** How wide it is drawn: the `sizes` of its `srcset`. */
  sizes: string;
  /** The first thing seen: loaded before everything else. */
  isFirst?: boolean;
  /** Seen at once, so that it does not wait for its turn. */
  isEager?: boolean;
  className?: string;
  style?: CSSProperties;
  onError?: () => void;
};

/**
 * A picture that fills the box `className` gives it, in the lightest format the browser knows. Where it is slow or cannot be shown, the
 * box stays, with what the picture shows in words.
 */
export function Picture({ picture, sizes, isFirst = false, isEager = isFirst, className, style, onError }: PictureProps) {
  const { src, width, height, alt, sets } = picture;
  return (
    <picture data-alt={alt} className={classNames('picture', className)} style={style}>
      {sets && <source type="image/avif" srcSet={sets.avif} sizes={sizes} />}
      {sets && <source type="image/webp" srcSet={sets.webp} sizes={sizes} />}
      <img
        // Before the addresses: some browsers fetch as soon as they see one.
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
