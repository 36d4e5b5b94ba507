// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { forgetDraft, storeDraft } from '#web/lib/drafts.ts';
import { showStaff } from '#tests/setup/staff-screen.tsx';
import { PublishButton } from './publish-button.tsx';

test('an event with unsaved changes is published after a question that leads to them, another one at once', () => {
  const publish = vi.fn();
  showStaff(
    <MemoryRouter>
      <PublishButton eventId={31} isPending={false} onPublish={publish} />
    </MemoryRouter>,
  );
  const press = () => fireEvent.click(screen.getByRole('button', { name: /^Publish/ }));
  storeDraft('night-31', { name: 'Orbeliani' }, undefined);
  press();
  expect(publish).not.toHaveBeenCalled();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/staff/events/31/details']);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  forgetDraft('night-31');
  press();
  expect(publish).toHaveBeenCalledOnce();
});
