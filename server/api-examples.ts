import type { ExampleInput } from '#server/platform/http/docs.ts';
import type { Endpoint } from '#shared/contract.ts';
import { joinEnquiry } from '#shared/enquiries/enquiry-fields.ts';
import { type staffContract, wholeContract } from '#shared/staff-api.ts';
import { type Examples, staffExamples } from './staff-api-examples.ts';

/** Shortened: a browser sends more bytes. */
const credential = { id: 'pNk3vQ9sT1xW7bN5mR2cYw', rawId: 'pNk3vQ9sT1xW7bN5mR2cYw', type: 'public-key' } as const;
const clientDataJSON = Buffer.from('{"type":"webauthn.get","challenge":"Qm9vbQ","origin":"https://rkali.example"}').toString('base64url');
const attestation = { ...credential, response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZQ', transports: ['internal'] } };
const assertion = { ...credential, response: { clientDataJSON, authenticatorData: 'SZYN5YgOjGh0NBcP', signature: 'MEUCIQDx7mS1' } };

/** An input for each call of the API; ids are those of the demo content where it has such rows. */
const examples: Examples<Omit<typeof wholeContract, keyof typeof staffContract>> = {
  events: { past: { limit: 4 }, get: { id: 10 } },
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
        wantsNewsletter: true,
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
  newsletter: { choose: { body: { isWanted: true, mayWait: true } } },
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
  promoCodes: { look: { id: 10, body: { code: 'FRIENDS' } }, apply: { body: { code: 'FRIENDS' } } },
  claims: { makeLink: { id: 12_345_678 }, endLink: { id: 12_345_678 }, keep: { id: 12_345_678 }, takeBack: { id: 12_345_678 } },
  transfers: {
    show: { id: 12_345_678 },
    name: { id: 12_345_678, body: { name: 'Giorgi' } },
    makeLink: { id: 12_345_678 },
    endLink: { id: 12_345_678 },
    listForResale: { id: 12_345_678 },
    withdrawListing: { id: 12_345_678 },
    look: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6' } },
    take: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6' } },
  },
  doorSale: {
    look: { id: 10 },
    enter: {
      id: 10,
      body: {
        firstName: 'Nino',
        lastName: 'Beridze',
        email: 'nino@example.com',
        phoneNumber: '+995 555 12 34 56',
        birthdate: '1998-05-17',
        wantsNewsletter: true,
        entryId: '3f6c1e52-8a0b-4c7d-9e1f-2b5a6d7c8e90',
      },
    },
    enterByLink: {
      body: {
        token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6',
        firstName: 'Luka',
        lastName: 'Beridze',
        email: 'luka@example.com',
        phoneNumber: '+995 555 12 34 57',
        birthdate: '1998-05-17',
        wantsNewsletter: false,
        entryId: '3f6c1e52-8a0b-4c7d-9e1f-2b5a6d7c8e91',
      },
    },
  },
  waitlist: { look: { id: 10 }, join: { id: 10, body: { quantity: 2 } }, leave: { id: 10 } },
  promoter: { read: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6' } } },
  ownList: {
    read: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6' } },
    add: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6', entries: [{ firstName: 'Nino', lastName: 'Beridze', plusOnes: 2 }] } },
    change: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6', entryId: 61, plusOnes: 1 } },
    remove: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6', entryId: 61 } },
    bringBack: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6', entryId: 61 } },
  },
  payments: { bankReturn: { body: { token: 'Zk3vQ9sT1xW7bN5mR2cY8dLf' } }, callback: { provider: 'fake' } },
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
  scannerDevice: {
    pair: {
      body: { secret: 'qk3Yx0c2m8V1qZr5eWx7kLs9dPf4hGa6uJ3yT0c2m8V', publicKey: `B${'Gx9_2kLs9dPf4hGa6uJ3yT'.repeat(4).slice(0, 86)}` },
    },
    changes: { since: 'unknown' },
    changesStream: { since: 'unknown' },
    scans: {
      body: { scans: [], report: { unsent: 0, offlineManifestVersion: '2027-03-05T22:10:00+04:00', offsetMs: -340, uncertaintyMs: 120 } },
    },
    look: { body: { ticketId: 90417 } },
    search: { body: { name: 'Nin' } },
  },
  guestInvitations: { read: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6' } } },
  invitations: {
    read: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6' } },
    accept: { body: { token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6' } },
    join: {
      body: {
        token: 'uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6',
        firstName: 'Nino',
        lastName: 'Beridze',
        phoneNumber: '+995 555 12 34 56',
        password: 'Kikliko-2027!',
      },
    },
  },
  emailChange: {
    request: { body: { email: 'nino.beridze@example.com', password: 'Kikliko-2027!' } },
    stop: { body: { token: '2.uJ3yT0c2m8V1qZr5eWx7kLs9dPf4hGa6uJ3yT0c2m8' } },
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
};

const names = Object.entries(wholeContract).flatMap(([feature, verbs]) =>
  Object.entries(verbs).map(([verb, endpoint]): [Endpoint, ExampleInput] => [endpoint, exampleNamed(feature, verb)]),
);
const byEndpoint = new Map(names);

function exampleNamed(feature: string, verb: string): ExampleInput {
  const verbs: Record<string, Record<string, ExampleInput>> = { ...examples, ...staffExamples };
  return verbs[feature]?.[verb] ?? {};
}

/** Files are sent outside the contract (platform/http/upload-route.ts). */
const uploads: Record<string, ExampleInput> = {
  '/staff/gallery/files': { album: 'gallery', name: 'hall.jpg' },
  '/staff/night-photos': { night: 10, version: 0 },
  '/staff/night-sounds': { night: 10, act: 1, version: 0 },
};

/** Returns the example of a call; empty for a call without input. */
export const exampleFor = (endpoint: Endpoint): ExampleInput => byEndpoint.get(endpoint) ?? uploads[endpoint.path] ?? {};
