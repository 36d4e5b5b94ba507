import { ball } from '#lab/placeholder-images/scenes/ball.ts';
import { bar } from '#lab/placeholder-images/scenes/bar.ts';
import { beams } from '#lab/placeholder-images/scenes/beams.ts';
import { decks } from '#lab/placeholder-images/scenes/decks.ts';
import { hall } from '#lab/placeholder-images/scenes/hall.ts';
import { stack } from '#lab/placeholder-images/scenes/stack.ts';
import { stair } from '#lab/placeholder-images/scenes/stair.ts';
import type { Scene } from './light.ts';

export type SceneName = 'beams' | 'hall' | 'stack' | 'ball' | 'decks' | 'bar' | 'stair';

export const scenes: Record<SceneName, Scene> = { beams, hall, stack, ball, decks, bar, stair };

/** `slug` begins the file names of its pictures; the names describe them. */
export type Subject = { slug: string; name: string; nameKa: string };

export const subjects: Record<SceneName, Subject> = {
  beams: { slug: 'crowd-in-beams', name: 'Beams of light over the crowd', nameKa: 'სინათლის სხივები ხალხის თავზე' },
  stack: { slug: 'speaker-wall', name: 'Speaker wall', nameKa: 'დინამიკების კედელი' },
  hall: { slug: 'hall-of-columns', name: 'Lamp at the far end of the columned hall', nameKa: 'ლამპა სვეტებიანი დარბაზის ბოლოს' },
  ball: { slug: 'mirror-ball', name: 'Mirror ball and its lights on the wall', nameKa: 'სარკის ბურთი და მისი ანარეკლი კედელზე' },
  decks: { slug: 'turntable', name: 'Turntable and mixer from above', nameKa: 'ფირსაკრავი და მიქსერი ზემოდან' },
  bar: { slug: 'bar-shelves', name: 'Bottles on lit shelves behind the bar', nameKa: 'ბოთლები განათებულ თაროებზე ბარის უკან' },
  stair: {
    slug: 'lit-stair',
    name: 'Stair with a strip of light under every step',
    nameKa: 'კიბე სინათლის ზოლით ყოველი საფეხურის ქვეშ',
  },
};

/** What `decks` shows where there is room for two turntables. */
export const turntables: Subject = {
  slug: 'turntables',
  name: 'Two turntables and a mixer from above',
  nameKa: 'ორი ფირსაკრავი და მიქსერი ზემოდან',
};
