import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#shared/constants.ts';
import { show } from '#tests/setup/show.tsx';
import { picturesIn } from '#web/lib/pictures.ts';
import { PictureGrid } from './picture-grid.tsx';

const wall = { name: 'Speaker wall', nameKa: 'დინამიკების კედელი', width: 1080, height: 720, widths: [480, 1080] };
const images = [1, 2, 3, 4, 5].map((number) => ({ ...wall, url: `/media/gallery/wall-${number}-1080.jpg` }));

const render = (language: Language, look: 'rows' | 'strip' = 'rows', isFirst = false): string =>
  show(<PictureGrid pictures={picturesIn(images, language)} look={look} isFirst={isFirst} />, language);

test('a picture is offered in three formats and every width, the lightest first, with its size known', () => {
  const html = render('en');
  const formats = ['avif', 'webp'].map(
    (format) =>
      `<source type="image/${format}" srcSet="/media/gallery/wall-1-480.${format} 480w, /media/gallery/wall-1-1080.${format} 1080w" sizes="(width &gt;= 64rem) calc(100vw - 18rem), 100vw"/>`,
  );
  expect(html).toContain(formats.join(''));
  expect(html.match(/<li [^>]+class="picture-whole"/g)).toHaveLength(1);
  expect(html.match(/<img [^>]*sizes="\(width &gt;= 48rem\) 50vw, 100vw"/g)).toHaveLength(4);
  expect(html).toMatch(/srcSet="\/media\/gallery\/wall-1-480\.jpg 480w, \/media\/gallery\/wall-1-1080\.jpg 1080w"/);
  expect(html).toMatch(/src="\/media\/gallery\/wall-1-1080\.jpg" width="1080" height="720"/);
  expect(render('en', 'strip')).toContain('sizes="(width &gt;= 90rem) 38rem, 100vw"');
});

test.each(LANGUAGES)('before scripts run each picture is a link to its file, with what it shows in words (%s)', (language) => {
  const html = render(language);
  const labels = language === 'ka' ? ['გადიდება: დინამიკების კედელი', 'დინამიკების კედელი'] : ['Enlarge: Speaker wall', 'Speaker wall'];
  expect(html).toContain(`<a href="/media/gallery/wall-1-1080.jpg" aria-label="${labels[0]}"`);
  expect(html).toContain(`alt="${labels[1]}"`);
  expect(html).not.toContain('role="button"');
});

test('pictures further down wait until they are near', () => {
  expect(render('en').match(/loading="lazy"/g)).toHaveLength(5);
  const top = render('en', 'rows', true);
  expect(top.match(/loading="eager"/g)).toHaveLength(2);
  expect(top.match(/fetchPriority="high"/gi)).toHaveLength(1);
});
