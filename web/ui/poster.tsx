import type { ImgHTMLAttributes, Ref } from 'react';
import { classNames } from './class-names.ts';

type PosterProps = {
  src: string;
  /** As drawn, in pixels: they give the box before the picture comes. */
  width: number;
  height: number;
  /** Empty when the name stands beside it. */
  alt?: string;
  /** The first thing seen: loaded before everything else. */
  isFirst?: boolean;
  /** Printed in black and white. */
  isGrey?: boolean;
  className?: string;
  /** The same picture in other widths, and how wide it is drawn. */
  srcSet?: string | undefined;
  sizes?: string;
  onError?: ImgHTMLAttributes<HTMLImageElement>['onError'];
  ref?: Ref<HTMLImageElement>;
};

/** An event's picture. A class `misregister` around it lets the print slip under the pointer. */
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
