// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { showStaff } from '#tests/setup/staff-screen.tsx';
import { useRowDrag } from './use-row-drag.ts';

const HEIGHT = 40;

/** Four rows, each 40 px high, and the moves that were requested. `show` gives the list other rows. */
function openList() {
  const moves: [number, number][] = [];
  function List({ names }: { names: string[] }) {
    const drag = useRowDrag((from, to) => moves.push([from, to]));
    return (
      <ol>
        {names.map((name) => (
          <li key={name}>
            <span {...drag}>{name}</span>
          </li>
        ))}
      </ol>
    );
  }
  const { rerender } = showStaff(<List names={['a', 'b', 'c', 'd']} />);
  const rows = screen.getAllByRole('listitem');
  for (const [place, row] of rows.entries()) Object.defineProperties(row, layout(place));
  const handle = (name: string) => screen.getByText(name);
  const drag = (name: string, ...distances: number[]) => {
    fireEvent.pointerDown(handle(name), { pointerId: 1, clientY: 100, button: 0 });
    for (const distance of distances) fireEvent.pointerMove(handle(name), { pointerId: 1, clientY: 100 + distance });
  };
  const show = (...names: string[]) => rerender(<List names={names} />);
  return { moves, handle, drag, show, offsets: () => rows.map((row) => row.style.translate) };
}

// happy-dom has no layout.
const layout = (place: number) => ({ offsetTop: { value: place * HEIGHT }, offsetHeight: { value: HEIGHT } });

test('a row goes where it is let go, and the rows it passes make room meanwhile', () => {
  const { moves, handle, drag, offsets } = openList();
  drag('a', 10, 2 * HEIGHT);
  expect(offsets()).toEqual(['0 80px', '0 -40px', '0 -40px', '']);
  fireEvent.pointerUp(handle('a'), { pointerId: 1 });
  expect([moves, offsets()]).toEqual([[[0, 2]], ['', '', '', '']]);
});

test('upwards too, and never beyond the list', () => {
  const { moves, handle, drag, offsets } = openList();
  drag('c', -500);
  expect(offsets()).toEqual(['0 40px', '0 40px', '0 -80px', '']);
  fireEvent.pointerUp(handle('c'), { pointerId: 1 });
  drag('b', 500);
  fireEvent.pointerUp(handle('b'), { pointerId: 1 });
  expect(moves).toEqual([
    [2, 0],
    [1, 3],
  ]);
});

test('a row that is brought back, or whose drag is broken off, stays where it was', () => {
  const { moves, handle, drag, offsets } = openList();
  drag('b', HEIGHT, 3);
  fireEvent.pointerUp(handle('b'), { pointerId: 1 });
  drag('b', 2 * HEIGHT);
  fireEvent.pointerCancel(handle('b'), { pointerId: 1 });
  expect([moves, offsets()]).toEqual([[], ['', '', '', '']]);
});

test('another finger and another button move nothing', () => {
  const { moves, handle, drag, offsets } = openList();
  fireEvent.pointerDown(handle('a'), { pointerId: 1, clientY: 100, button: 2 });
  fireEvent.pointerMove(handle('a'), { pointerId: 1, clientY: 200 });
  drag('a');
  fireEvent.pointerMove(handle('a'), { pointerId: 2, clientY: 200 });
  expect(offsets()).toEqual(['', '', '', '']);
  fireEvent.pointerUp(handle('a'), { pointerId: 1 });
  expect(moves).toEqual([]);
});

test('another finger that leaves the handle does not drop its row', () => {
  const { moves, handle, drag } = openList();
  drag('a', HEIGHT);
  fireEvent.pointerUp(handle('a'), { pointerId: 2 });
  fireEvent.pointerCancel(handle('a'), { pointerId: 2 });
  fireEvent.lostPointerCapture(handle('a'), { pointerId: 2 });
  expect(moves).toEqual([]);
  fireEvent.pointerUp(handle('a'), { pointerId: 1 });
  expect(moves).toEqual([[0, 1]]);
});

test.each([
  ['gets a row', ['new', 'a', 'b', 'c', 'd']],
  ['loses a row', ['b', 'c', 'd']],
  ['comes in another order', ['b', 'a', 'c', 'd']],
])('a list that %s meanwhile breaks the drag off, and the next one moves', (_, names) => {
  const { moves, handle, drag, show, offsets } = openList();
  drag('b', HEIGHT);
  show(...names);
  expect(offsets()).toEqual(['', '', '', '']);
  fireEvent.pointerUp(handle('b'), { pointerId: 1 });
  expect(moves).toEqual([]);
  show('a', 'b', 'c', 'd');
  drag('b', HEIGHT);
  fireEvent.pointerUp(handle('b'), { pointerId: 1 });
  expect(moves).toEqual([[1, 2]]);
});

test('a row that is removed while it is dragged leaves the others free to be dragged', () => {
  const { moves, handle, drag, show, offsets } = openList();
  drag('a', HEIGHT);
  show('b', 'c', 'd');
  expect(offsets()).toEqual(['', '', '', '']);
  drag('b', HEIGHT);
  fireEvent.pointerUp(handle('b'), { pointerId: 1 });
  expect(moves).toEqual([[0, 1]]);
});

test('near the lower edge of the screen the page goes along, and what it scrolled counts as way', () => {
  const { drag, offsets } = openList();
  scrollTo(0, 0);
  drag('a', innerHeight - 110);
  expect(scrollY).toBeGreaterThan(0);
  expect(offsets()[0]).toBe('0 120px');
});

test('a page that is scrolled under a handle that stands still moves its row', () => {
  const { drag, handle, offsets } = openList();
  scrollTo(0, 0);
  drag('a');
  scrollTo(0, HEIGHT);
  fireEvent.pointerMove(handle('a'), { pointerId: 1, clientY: 100 });
  expect(offsets()[0]).toBe(`0 ${HEIGHT}px`);
});
