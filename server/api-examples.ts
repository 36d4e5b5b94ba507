import type { ExampleInput } from '#server/platform/http/docs.ts';
import type { Endpoint, InputOf, Shape } from '#shared/contract.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { wholeContract } from '#shared/staff-api.ts';

type Contract = typeof wholeContract;
type Input<E> = E extends Endpoint<infer S extends Shape> ? InputOf<S> : never;
/** One example for every call with input, typed by the contract. */
type Examples = {
  [F in keyof Contract]: { [V in keyof Contract[F] as unknown extends Input<Contract[F][V]> ? never : V]: Input<Contract[F][V]> };
};

const eventBody = {
  name: 'ღრმა მტკვარი',
  nameLat: 'Deep Kura',
  description: 'ბანგერები გათენებამდე.',
  descriptionLat: 'Low and slow until the morning.',
  dressCode: 'შავი, კომფორტული ფეხსაცმელი.',
  dressCodeLat: 'Black, shoes for dancing.',
  day: '2027-03-05',
  from: '23:00',
  until: '07:00',
  capacity: 400,
  placesPerPerson: 4,
  isComingSoon: false,
  licensed: 380,
  exits: 'until' as const,
  exitsUntil: '03:00',
  opensAt: '22:30',
  isAutomatic: true,
  refusalRefunds: false,
};
const release = { name: 'ადრეული', nameLat: 'Early', price: 35.5, quota: 100, onSaleFrom: null, onSaleUntil: null };
const doorList = { name: 'Nulovani', quota: 20, freeUntil: '2027-03-06T01:00:00+04:00' };
const reason = 'The headliner is ill';
const event = { id: 10 };
/** Shortened: a browser sends more bytes. */
const credential = { id: 'pNk3vQ9sT1xW7bN5mR2cYw', rawId: 'pNk3vQ9sT1xW7bN5mR2cYw', type: 'public-key' } as const;
const clientDataJSON = Buffer.from('{"type":"webauthn.get","challenge":"Qm9vbQ","origin":"https://rkali.example"}').toString('base64url');
const attestation = { ...credential, response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] } };
const assertion = { ...credential, response: { clientDataJSON, authenticatorData: 'SZYN5YgOjGh0NBcP', signature: 'MEUCIQDx7mS1' } };

/** An input for each call of the API; ids are those of the demo content where it has such things. */
const examples: Examples = {
  events: { past: { limit: 4 }, get: event },
  accounts: {
    register: {
      body: {
        firstName: 'Nino',
        lastName: 'Beridze',
        email: 'nino@example.com',
        password: 'Kikliko-2027!',
        confirmPassword: 'Kikliko-2027!',
        phoneNumber: '+995 555 12 34 56',
        personalNumber: '01001000001',
        birthdate: '1998-05-17',
        socialMediaProfileLink: 'https://instagram.com/nino',
        country: 'Georgia',
      },
    },
    login: { body: { email: 'nino@example.com', password: 'Kikliko-2027!' } },
    requestPasswordReset: { body: { email: 'nino@example.com' } },
    resetPassword: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6', newPassword: 'Kikliko-2028!' } },
    updateMe: {
      body: {
        firstName: 'Nino',
        lastName: 'Beridze',
        phoneNumber: '+995 555 12 34 57',
        country: 'Georgia',
        birthdate: '1998-05-17',
        socialMediaProfileLink: 'https://instagram.com/nino',
      },
    },
    guest: { id: 2 },
  },
  security: {
    changePassword: { body: { currentPassword: 'Kikliko-2027!', newPassword: 'Kikliko-2028!' } },
    endSession: { id: '8f6b9f0e-8f0c-4e0e-9a67-2f5a0c1d7b42' },
    events: { limit: 20 },
  },
  secondFactor: {
    signIn: { body: { challenge: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6', code: '287082' } },
    begin: { body: { name: 'My phone' } },
    activate: { id: 1, body: { code: '287082' } },
    remove: { id: 1 },
    confirm: { body: { password: 'Kikliko-2027!' } },
  },
  passkeys: {
    add: { body: { name: 'My phone', passkey: attestation } },
    askSignIn: { body: { challenge: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6' } },
    signIn: { body: { challenge: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6', passkey: assertion } },
  },
  emailProof: {
    confirm: { body: { code: '287 082' } },
    openLink: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6' } },
  },
  cart: {
    addTicket: { eventId: 10, quantity: 1 },
    updateTicket: { eventId: 10, quantity: 2 },
    removeTicket: { eventId: 10 },
  },
  payments: { returned: { body: { token: 'Zk3vQ9sT1xW7bN5mR2cY8dLf' } }, callback: { provider: 'fake' } },
  privacy: { deleteAccount: { body: { password: 'Kikliko-2027!' } } },
  tickets: { pdf: { id: 34680045026, lang: 'en' }, allPdf: { lang: 'ka' }, resend: { id: 34680045026 } },
  wallet: { apple: { id: 34680045026, lang: 'en' }, google: { id: 34680045026, lang: 'en' } },
  door: {
    scan: { body: { isReject: false, ticketId: 34680045026, scanId: '2c1a3a5e-6b1d-4c62-9f35-0d8b7a1f4e90' } },
    undo: { body: { scanId: '2c1a3a5e-6b1d-4c62-9f35-0d8b7a1f4e90' } },
  },
  enquiries: {
    rental: {
      body: joinEnquiry('rental', { name: 'Nino Beridze', email: 'nino@example.com', eventDescription: 'A birthday of 80 guests' }),
    },
    dj: {
      body: joinEnquiry('dj', {
        fullName: 'Lela Maisuradze',
        stageName: 'Lela M.',
        socialLink: 'https://instagram.com/lela.m',
        musicLink: 'https://soundcloud.com/lela-m',
        motivation: 'I would love to open a Friday.',
      }),
    },
  },
  gallery: { images: { page: 1, limit: 20 } },
  countries: {},
  pageViews: { add: { body: { path: '/Events/10', language: 'en' } } },

  guests: {
    list: { status: 'Pending', limit: 50 },
    find: { body: { search: 'nino' } },
    queue: { status: 'Pending', limit: 20 },
    get: { id: 2 },
    showPersonalNumber: { id: 2 },
    changeEmail: { id: 2, body: { email: 'nino.beridze@example.com', reason: 'Mistyped at the registration' } },
    cancelEmailChange: { id: 2 },
    changePersonalNumber: { id: 2, body: { personalNumber: '01024067890' } },
    changeStatus: { id: 2, body: { status: 'Verified', tellGuest: true } },
    ban: { id: 2, body: { reason: 'Started a fight', until: null } },
    unban: { id: 2 },
    addNote: { id: 2, body: { text: 'A friend of the house' } },
    withdrawNote: { id: 2, noteId: 1 },
    setVerifiedOnly: { ...event, body: { verifiedOnly: true } },
  },
  staffAudit: { entries: { subject: 'order 12', limit: 50 } },
  staffMoney: {
    order: { id: 12 },
    refundOrder: { id: 12, body: { reason } },
    retryRefund: { id: 1 },
    settlePayment: { id: 12 },
    resolvePayment: { id: 12, body: { decision: 'refund', reason } },
    refundEvent: { ...event, body: { reason } },
    cancelEvent: { ...event, body: { version: 0, reason } },
    stopEventRefund: event,
    resumeEventRefund: event,
    eventRefund: event,
  },
  staffOrders: {
    find: { body: { search: 'nino', limit: 5 } },
    list: { eventId: 10, state: 'paid', limit: 50 },
    timeline: { id: 12 },
    mailAgain: { id: 12 },
    takings: { by: 'night', limit: 31 },
    takingsFile: { by: 'day', lang: 'en' },
    ordersFile: { ...event, lang: 'en' },
    guestsFile: { ...event, lang: 'ka' },
    doorSheet: event,
  },
  ownMails: { change: { body: { soldOut: true, waitingGuests: 'daily' } } },
  staffTakings: { season: { season: 2026 }, file: { lang: 'ka' } },
  staffAlerts: { list: { limit: 50 }, dismiss: { id: 1, body: { reason: 'The bank called back' } } },
  pass: {
    pair: {
      body: { secret: 'qk3Yx0c2m8V1qZr5eWx7kLs9dPf4hGa6uJ3yT0c2m8V', publicKey: `B${'Gx9_2kLs9dPf4hGa6uJ3yT'.repeat(4).slice(0, 86)}` },
    },
    changes: { since: 'unknown' },
    changesStream: { since: 'unknown' },
    scans: { body: { scans: [], report: { unsent: 0, packVersion: '2027-03-05T22:10:00+04:00', offsetMs: -340, uncertaintyMs: 120 } } },
    search: { body: { name: 'Nin' } },
  },
  staffPasses: {
    list: { eventId: 9 },
    create: { body: { eventId: 9, name: 'Main 1', rights: ['scan', 'reject', 'undo'] } },
    renew: { id: '2f1e0b3a-7c5d-4e6f-8a9b-0c1d2e3f4a5b' },
    revoke: { id: '2f1e0b3a-7c5d-4e6f-8a9b-0c1d2e3f4a5b' },
  },
  staffTonight: { show: { eventId: 9 }, minutes: { eventId: 9 }, stream: { eventId: 9 } },
  staffEnquiries: {
    list: { kind: 'rental', state: 'new', limit: 50 },
    find: { body: { search: 'nino', kind: 'rental' } },
    one: { id: 1 },
    changeState: { id: 1, body: { from: 'new', to: 'open' } },
    addNote: { id: 1, body: { text: 'Call her on Monday' } },
    reply: { id: 1, body: { subject: 'Your birthday', text: 'The hall is free that day.', language: 'en' } },
  },
  staffMails: { list: { state: 'dead', limit: 50 }, retry: { id: 1 }, giveUp: { id: 1 } },
  staffReleases: {
    list: event,
    add: { ...event, body: release },
    change: { id: 19, body: { ...release, quota: 120, version: 0 } },
    order: { ...event, body: { seen: [19, 20], wanted: [20, 19] } },
    remove: { id: 20, version: 0 },
    given: { ...event, limit: 50 },
    give: {
      ...event,
      body: {
        firstName: 'Lela',
        lastName: 'Maisuradze',
        email: 'lela@example.com',
        language: 'ka',
        quantity: 2,
        releaseId: null,
        reason: 'Plays that night',
      },
    },
    revoke: { id: 12, body: { reason: 'Cannot come' } },
  },
  staffLists: {
    list: event,
    add: { ...event, body: doorList },
    change: { id: 4, body: { ...doorList, quota: 30, version: 1 } },
    end: { id: 4 },
    reopen: { id: 4 },
    addEntries: { id: 4, body: { entries: [{ firstName: 'Nino', lastName: 'Beridze', plusOnes: 2 }] } },
    changeEntry: { id: 61, body: { plusOnes: 1 } },
    removeEntry: { id: 61 },
    bringBackEntry: { id: 61 },
  },
  staffEvents: {
    list: { show: 'upcoming', limit: 50 },
    get: event,
    create: { body: { ...eventBody, verifiedOnly: true, releases: [release] } },
    update: { ...event, body: { ...eventBody, version: 0, confirmed: ['holders_told'], tellHolders: true, reason } },
    copy: { ...event, body: { days: ['2027-03-12', '2027-03-19'], lineUp: false, publish: false, confirmed: [] } },
    copyWarnings: { ...event, days: '2027-03-12,2027-03-19', lineUp: false },
    undoMove: { ...event, body: { version: 0 } },
    planPublication: { ...event, body: { version: 0, publishAt: '2026-12-01T18:00:00+04:00', confirmed: [] } },
    cancelPublication: { ...event, version: 0 },
    undoCopies: { body: { copies: [{ id: 11, version: 0 }] } },
    changeState: { ...event, body: { version: 0, state: 'cancelled', reason } },
    warnings: { ...event, day: '2027-03-12' },
    holders: event,
    freeDays: { ...event, count: 4, on: 'weekday' },
    remove: { ...event, version: 0 },
    changeLineUp: { ...event, body: { version: 0, slots: [{ floor: 1, artistName: 'Lela M.', time: '23:00', isHeadliner: true }] } },
    removePhoto: { ...event, version: 0 },
  },
  sharePreview: {
    draw: {
      body: {
        id: 10,
        language: 'en',
        name: eventBody.name,
        nameLat: eventBody.nameLat,
        startDate: '2027-03-05T23:00:00+04:00',
        endDate: '2027-03-06T07:00:00+04:00',
        eventPhotoUrl: null,
        isCancelled: false,
      },
    },
  },
  staffGallery: {
    list: { album: 'gallery' },
    change: { id: 1, body: { caption: 'The hall', captionKa: 'დარბაზი' } },
    move: { id: 1, body: { beforeId: null } },
    remove: { id: 1 },
    bringBack: { id: 1 },
  },
  staffStart: {},
  staffDemo: {},
  staffChecks: {},
  staffSecurity: { events: { kind: 'sign_in_failed', limit: 50 } },
  staffTeam: {
    invite: { body: { email: 'lela@example.com', roles: ['Desk', 'DoorLead'], language: 'ka' } },
    withdraw: { id: 1 },
    changeRoles: { id: 2, body: { seen: ['Desk'], wanted: ['Desk', 'Money'] } },
    remove: { id: 2 },
    sessions: { id: 5 },
    signOut: { id: 2 },
  },
  invitations: {
    read: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6' } },
    accept: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6' } },
  },
  emailChange: {
    request: { body: { email: 'nino.beridze@example.com', password: 'Kikliko-2027!' } },
    openLink: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6' } },
  },
  setUp: {
    read: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6' } },
    createOwner: {
      body: {
        token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6',
        firstName: 'Eka',
        lastName: 'Lomidze',
        email: 'eka@example.com',
        password: 'Kikliko-2027!',
      },
    },
  },
  siteTexts: {
    save: { body: { changes: [{ key: 'club:address', language: 'en', value: '12 Arch Street', version: 0 }] } },
    versions: { key: 'club:address', language: 'en', limit: 50 },
  },
};

const names = Object.entries(wholeContract).flatMap(([feature, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [Endpoint, ExampleInput] => [endpoint, exampleNamed(feature, verb)]),
);
const byEndpoint = new Map(names);

function exampleNamed(feature: string, verb: string): ExampleInput {
  const verbs: Record<string, Record<string, ExampleInput>> = examples;
  return verbs[feature]?.[verb] ?? {};
}

/** Files are sent outside of the contract (platform/http/upload-route.ts). */
const uploads: Record<string, ExampleInput> = {
  '/staff/gallery/files': { album: 'gallery', name: 'hall.jpg' },
  '/staff/night-photos': { night: 10, version: 0 },
};

/** Returns the example of a call, empty where it takes nothing. */
export const exampleFor = (endpoint: Endpoint): ExampleInput => byEndpoint.get(endpoint) ?? uploads[endpoint.path] ?? {};
