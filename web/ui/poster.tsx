import type { ImgHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.ts';

type PosterProps = {
  src: string;
  /** The drawn size in pixels: it gives the box before the picture loads. */
  width: number;
  height: number;
  /** Empty when the name stands beside it. */
  alt?: string;
  /** The first picture in view: loaded before everything else. */
  isFirst?: boolean;
  /** Printed in black and white. */
  isGrey?: boolean;
  className?: string;
  /** The same picture in other widths, and its drawn width. */
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
