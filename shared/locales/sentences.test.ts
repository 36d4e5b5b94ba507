import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/constants.ts';
import { refusedIn } from '#tests/setup/dictionary.ts';
import accounts from './en/accounts.json' with { type: 'json' };
import cart from './en/cart.json' with { type: 'json' };
import door from './en/door.json' with { type: 'json' };
import errors from './en/errors.json' with { type: 'json' };
import events from './en/events.json' with { type: 'json' };
import forms from './en/forms.json' with { type: 'json' };
import orders from './en/orders.json' with { type: 'json' };
import pages from './en/pages.json' with { type: 'json' };
import staffErrors from './en/staff-errors.json' with { type: 'json' };
import tickets from './en/tickets.json' with { type: 'json' };

const { profile, fields, status } = accounts;

/** Texts with their sentences of the specification. */
const SENTENCES = [
  [errors.invalid_input, 'Bad Request. Please check your input.'],
  [errors.unauthorized, 'Invalid credentials. Please try again.'],
  [errors.forbidden, "You don't have permission to perform this action."],
  [errors.not_found, 'Resource not found.'],
  [errors.server_error, 'Server error. Please try again later.'],
  [errors.network, 'Network error. Please check your internet connection.'],
  [errors.other, 'Something went wrong. Please try again.'],
  [accounts.login.wrong_credentials, 'Wrong credentials'],
  [accounts.register.email_exists, 'Email already exists'],
  [fields.phone_code_failed, 'Fetching countries'],
  [events.failed.title, 'Error Loading Event'],
  [events.failed.text, 'Could not load event details.'],
  [events.not_found, 'Event Not Found'],
  [errors.event_not_found, 'The event you are looking for could not be found.'],
  [events.list_failed, 'Error: {{message}}'],
  [errors.ticket_in_cart, 'You already have a ticket for this event in your cart.'],
  [errors.price_unavailable, 'Ticket price is currently not available. Cannot add to cart.'],
  [events.add_failed, 'Failed to add ticket to cart.'],
  [cart.add_failed, 'Failed to add ticket to cart.'],
  [pages.rentals.failed, 'Failed to send your message. Please try again later.'],
  [pages.rentals.sent, 'Your message has been sent successfully!'],
  [pages.djs.failed, 'Failed to send your request. Please try again later.'],
  [pages.djs.sent, 'Your request has been sent successfully!'],
  [profile.load_failed, 'Failed to load profile. Please log in again.'],
  [profile.update_failed, 'Failed to update profile. Please try again.'],
  [profile.fix_errors, 'Please fix the errors in the form.'],
  [forms.validation.age_requirement, 'You must be at least 18 years old to use this service'],
  [tickets.fetch_failed, 'Failed to fetch tickets.'],
  [tickets.unexpected_format, 'Unexpected format for ticket data.'],
  [tickets.event_failed, 'Could not load event details.'],
  [tickets.event_missing, 'Event ID missing for this ticket.'],
  [door.camera_failed, 'Error accessing camera'],
  [door.guest_failed, 'Error fetching user information'],
  [door.no_ticket_id, 'Ticket ID not found'],
  [door.no_user_id, 'Could not extract User ID from QR code'],
  [staffErrors.code_tampered, 'Invalid or tampered QR code!'],
  [door.decision_failed, 'Error sending decision'],
  [cart.fetch_failed, 'Failed to fetch cart items. Please try again.'],
  [cart.invalid_data, 'Invalid cart data received.'],
  [cart.remove_failed, 'Error removing ticket from cart.'],
  [cart.accept_terms, 'Please accept the terms and conditions to proceed.'],
  [cart.checkout_empty, 'Your cart is empty. Please add items to your cart before checking out.'],
  [cart.checkout_no_redirect, 'Checkout initiation failed. Please try again or contact support.'],
  [cart.checkout_failed, 'Error during checkout. Please try again.'],
  [orders.title.success, 'Payment Successful!'],
  [orders.title.failure, 'Payment Failed'],
] as const;

test.each(SENTENCES)('"%s" is the sentence of the specification [§8.sentences]', (text, sentence) => {
  expect(text).toBe(sentence);
});

test('the labels of the specification are those on the screens [§3.status §9.floors]', () => {
  expect([events.get_ticket, events.stages]).toEqual(['Get Ticket', { 1: 'Main Stage', 2: 'Space Stage', 3: 'Stage 3', 4: 'Stage 4' }]);
  expect([profile.edit, profile.save, profile.cancel]).toEqual(['Edit', 'Save', 'Cancel']);
  expect([profile.my_tickets, profile.collapse, profile.scan_qr, profile.logout]).toEqual(['My Tickets', 'Collapse', 'Scan QR', 'Logout']);
  expect(Object.values(status).sort()).toEqual(['Check Later', 'Not Verified', 'Pending', 'Rejected', 'Verified', 'Welcomed Guest']);
  expect([door.accept, door.reject, door.accepted, door.rejected, door.scan_again]).toEqual([
    'Accept',
    'Reject',
    'Accepted',
    'Rejected',
    'Scan again',
  ]);
  expect([cart.update_cart, cart.checkout, tickets.no_price]).toEqual(['Update Cart', 'Checkout', 'N/A']);
});

test.each(LANGUAGES)('characters that nobody sees are written as escapes in %s', (language) => {
  const folder = new URL(`${language}/`, import.meta.url);
  const found = readdirSync(folder).flatMap((file) => {
    const lines = readFileSync(new URL(file, folder), 'utf8').split('\n');
    return lines.filter((line) => /\p{Cf}|(?! )\p{Zs}/u.test(line)).map((line) => `${file}: ${line.trim()}`);
  });
  expect(found).toEqual([]);
});

/** Without the words of a search, which nobody reads: newcomers type them, the retired ones too. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => (key === 'synonyms' ? [] : textsOf(part)))
    : [String(value)];

const SPECIFIED: ReadonlySet<string> = new Set(SENTENCES.map(([, sentence]) => sentence));

test.each(LANGUAGES)('one word per thing: no text in %s has a word that another one replaced', (language) => {
  const folder = new URL(`${language}/`, import.meta.url);
  const found = readdirSync(folder).flatMap((file) => {
    const name = file.replace('.json', '');
    const texts = textsOf(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
    const own = texts.filter((text) => !SPECIFIED.has(text));
    return own.flatMap((text) => refusedIn(text, language, name).map((word) => `${name}: "${text}": ${word}`));
  });
  expect(found).toEqual([]);
});
