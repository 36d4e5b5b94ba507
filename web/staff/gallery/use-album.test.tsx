// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { StaffPictureView } from '#shared/staff/gallery.contract.ts';
import { answerCalls, runStaffHook } from '#tests/setup/staff-screen.tsx';
import { toast } from '#web/lib/toast.ts';
import { useAlbum } from './use-album.ts';

const picture = (id: number): StaffPictureView => ({
  id,
  album: 'gallery',
  source: 'upload',
  fileName: `${id}.jpg`,
  caption: '',
  captionKa: '',
  isShown: true,
  url: `/media/gallery/${id}.jpg`,
  width: 600,
  height: 400,
  widths: [600],
});

/** An album of three pictures on a server that answers commands when it is released; returns the commands it got, in order. */
async function openAlbum() {
  const commands: string[] = [];
  let answer: (status: number) => void = () => undefined;
  await answerCalls((request, response) => {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' }).end(JSON.stringify(body));
    if (request.method === 'GET') return void reply(200, { pictures: [1, 2, 3].map(picture), hasPrints: false });
    commands.push(`${request.method} ${request.url?.replace('/api/staff/gallery/pictures/', '')}`);
    answer = (status) => void reply(status, {});
    return undefined;
  });
  const { result } = runStaffHook(() => useAlbum('gallery'), undefined);
  await waitFor(() => expect(result.current.pictures).toHaveLength(3));
  return {
    commands,
    result,
    answer: (status: number) => act(async () => answer(status)),
    order: () => result.current.pictures.map(({ id }) => id),
  };
}

beforeEach(() => {
  for (const { id } of toast.all()) toast.dismiss(id);
});

test('moves show at once and are sent one after the other', async () => {
  const { commands, result, answer, order } = await openAlbum();
  act(() => void result.current.move(picture(3), 0));
  await waitFor(() => expect(order()).toEqual([3, 1, 2]));
  act(() => void result.current.move(picture(1), 2));
  await waitFor(() => expect(order()).toEqual([3, 2, 1]));
  await waitFor(() => expect(commands).toEqual(['PUT 3/place']));
  await answer(200);
  await waitFor(() => expect(commands).toEqual(['PUT 3/place', 'PUT 1/place']));
  await answer(200);
  expect(order()).toEqual([3, 2, 1]);
});

test("a failed command is shown, and the album shows the server's state", async () => {
  const { commands, result, answer, order } = await openAlbum();
  let removed: Promise<boolean> | undefined;
  act(() => {
    removed = result.current.remove(picture(2));
  });
  await waitFor(() => expect(order()).toEqual([1, 3]));
  await waitFor(() => expect(commands).toEqual(['DELETE 2']));
  await answer(503);
  expect(await removed).toBe(false);
  await waitFor(() => expect(order()).toEqual([1, 2, 3]));
  expect(toast.all()).toHaveLength(1);
});

test('a picture is hidden at once, and stays so when the server agrees', async () => {
  const { result, commands, answer } = await openAlbum();
  const isShown = () => result.current.pictures.map((each) => each.isShown);
  act(() => void result.current.setShown(picture(2), false));
  await waitFor(() => expect(isShown()).toEqual([true, false, true]));
  await waitFor(() => expect(commands).toEqual(['PUT 2']));
  await answer(200);
  expect(isShown()).toEqual([true, false, true]);
});
