import { useState, type CSSProperties } from 'react';
import { Picture, type PictureFiles } from './picture.tsx';

type RatioStyle = CSSProperties & { '--ratio': number };

/** The share of the screen's height that is left for the picture. */
const HEIGHT_SHARE = 85;

/** A picture as large as the room for it allows, or word that it did not come. Hidden, it is only fetched. */
export function Slide({ picture, isShown, failed }: { picture: PictureFiles; isShown: boolean; failed: string }) {
  const [hasFailed, setFailed] = useState(false);
  const ratio = picture.width / picture.height;
  const style: RatioStyle = { '--ratio': ratio };
  return (
    <div hidden={!isShown} style={style} className="lightbox-slide">
      {hasFailed ? (
        <output className="type-meta grid size-full place-content-center bg-surface-1 p-4 text-center text-muted">{failed}</output>
      ) : (
        <Picture
          picture={picture}
          sizes={`min(100vw, ${Math.round(ratio * HEIGHT_SHARE)}vh)`}
          isEager
          className="size-full"
          onError={() => setFailed(true)}
        />
      )}
    </div>
  );
}
