import { expect, test } from 'vitest';
import en from '#shared/locales/en/staff.json' with { type: 'json' };
import ka from '#shared/locales/ka/staff.json' with { type: 'json' };
import { rightsOf, type StaffRole } from '#shared/staff/rights.ts';
import { findBest, findTerms } from '#web/staff/help/help-search.ts';
import { commandsFor } from './choices.ts';

const offered = (role: StaffRole) => commandsFor((right) => rightsOf([role]).includes(right)).map(({ key }) => key);

test('a promoter is added by those who see the promoters and may edit events', () => {
  expect(offered('Owner')).toContain('add_promoter');
  expect(offered('Money')).not.toContain('add_promoter');
  expect(offered('Editor')).not.toContain('add_promoter');
});

const TASKS = {
  create_event: ['put a night on sale', 'ღამის გაყიდვაში გაშვება'],
  refund: ['refund one of three tickets', 'სამიდან ერთი ბილეთის თანხის დაბრუნება'],
  see_attendance: ['who came last Friday', 'ვინ მოვიდა გასულ პარასკევს'],
  failed_payments: ['why was this payment not accepted', 'რატომ არ მიიღეს ეს გადახდა'],
  invite: ['invite a door lead', 'კარის უფროსის მოწვევა'],
  change_event: ['change Sunday’s hours', 'კვირის საათების შეცვლა'],
  see_commission: ['what did a promoter earn', 'რამდენი გამოიმუშავა პრომოუტერმა'],
  undo_admission: ['take back a wrong admission', 'არასწორი დაშვების გაუქმება'],
  change_email: ['correct a guest’s email', 'სტუმრის ელფოსტის შესწორება'],
  see_changes: ['what did a colleague change', 'რა შეცვალა კოლეგამ'],
} as const;

test('a task is found as newcomers type it, in both languages', () => {
  for (const [key, typed] of Object.entries(TASKS))
    for (const [place, { command_bar }] of [en, ka].entries()) {
      const commands = commandsFor(() => true).map((command) => ({
        key: command.key,
        texts: [command_bar.commands[command.key], command_bar.synonyms[command.key]],
      }));
      const found = findBest(findTerms(typed[place] ?? ''), commands).map((command) => command.key);
      expect(found.slice(0, 2), typed[place]).toContain(key);
    }
});

test('what has every term hides the rest; a sentence finds what has most of it', () => {
  const both = { texts: ['Refund tickets'] };
  const one = { texts: ['Resend tickets'] };
  expect(findBest(['refund', 'tickets'], [one, both])).toEqual([both]);
  expect(findBest(['refund', 'two', 'tickets'], [one, both])).toEqual([both]);
  expect(findBest(['refund', 'drinks'], [one, both])).toEqual([]);
});
