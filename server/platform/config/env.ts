import { availableParallelism } from 'node:os';
import { z } from 'zod';
import {
  CLAIM_HOURS,
  DENIAL_HOURS,
  OFFER_MINUTES_MAX,
  TICKETS_PER_PERSON,
  STANDARD_STAGES,
  VENUE_CAPACITY_TEXT,
} from '#shared/constants.ts';
import { DEFAULT_TIME_ZONE } from '#shared/dates.ts';
import { SECOND_MS } from '#shared/durations.ts';
import { standardLook } from '#shared/site-texts/club-look.ts';
import { standardOpening } from '#shared/standard-opening.ts';
import { alertVariables } from './env-alerts.ts';
import { bankVariables, readBanks } from './env-banks.ts';
import { readDrive } from './env-drive.ts';
import { mailVariables, readMail } from './env-mail.ts';
import { readSecondFactor, secondFactorVariables } from './env-second-factor.ts';
import { readWallet } from './env-wallet.ts';
import { readBucket, storageVariables } from './env-storage.ts';
import { hostUrls } from './host-urls.ts';
import { isLoopbackHost } from './loopback.ts';

const isWebUrl = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
const isOrigin = (text: string) => !URL.canParse(text) || `${new URL(text).origin}/` === new URL(text).href;
const isOneLine = (text: string) => !/[\r\n]/.test(text);

const text = z.string().refine(isOneLine, 'must be one line of text');
const webUrl = z.string().refine(isWebUrl, 'must be an address that begins with http:// or https://');
/** One or several, separated by commas. */
const webUrls = z
  .string()
  .transform((list) => list.split(',').map((url) => url.trim()))
  .refine((urls) => urls.every(isWebUrl), 'must be addresses that begin with http:// or https://, with commas between');
const driveId = z.string().regex(/^[\w-]{10,}$/, "must be the id alone: the last part of the folder's or the drive's address");
const portNumber = 'must be a number from 1 to 65535';
const scale = 'must be a number above 0, for example 1';
const proxies = 'must be the number of proxies in front, their addresses separated by commas, or none';
const demo = 'must be true, false or public';
const processes = 'must be auto, or a number from 1 to 64';

const drain = 'must be a number of seconds from 0 to 30';

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
  .refine((url) => hostUrls(url).every((each) => URL.canParse(each)), 'must be an address such as postgres://user:password@host/club');

/** A name, because PostgreSQL means the opposite by an offset such as `+04:00`. */
const isTimeZone = (name: string): boolean => {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};
const timeZone = z.string().refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin');

const DEFAULT_DATA_DIR = './data';

/** Every variable of the server, one entry each. All are optional; `.env.example` documents them for the operator. */
const variables = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z.coerce.number(portNumber).int(portNumber).min(1, portNumber).max(65535, portNumber).default(3000),
  HOST: text.default('127.0.0.1'),
  PROCESSES: z
    .union([z.literal('auto').transform(() => availableParallelism()), z.coerce.number().int().min(1).max(64)], processes)
    .default(1),
  PUBLIC_URL: webUrl
    .refine(isOrigin, 'must be an address without a path, such as https://rkali.example')
    .transform((url) => new URL(url).origin)
    .optional(),
  DRAIN_SECONDS: z.coerce.number(drain).int(drain).min(0, drain).max(30, drain).default(0),
  TRUST_PROXY: z
    .string()
    .regex(/^(\d+|none|[\d.,:/a-f\s]+)$/i, proxies)
    .optional(),
  DATA_DIR: text.default(DEFAULT_DATA_DIR),
  ...storageVariables,
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DEMO: z.union([z.stringbool(), z.string().toLowerCase().pipe(z.literal('public'))], demo).optional(),
  PLACEHOLDER_IMAGES: z.stringbool('must be true or false').default(true),
  // One, or a list separated by commas: `splitSecrets`.
  SECRET: z.string().min(32, 'is too short: take at least 32 random characters, or leave it out to have one generated').optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'is too short: take at least 12 characters, or leave it out to have one generated').optional(),
  BACKUP_FOLDER: text.optional(),
  UPDATE_SIGNERS: text.optional(),
  ...bankVariables,
  ...mailVariables,
  ...alertVariables,
  ...secondFactorVariables,
  REJECTED_MAY_BUY: z.stringbool('must be true or false').default(true),
  PLACES_SHARED_BY_PERSON: z.stringbool('must be true or false').default(false),
  PURCHASES_NEED_PROVED_EMAIL: z.stringbool('must be true or false').default(false),
  VENUE_NAME: text.default('Rkali'),
  VENUE_NAME_KA: text.default('რკალი'),
  VENUE_ADDRESS: text.default('12 Sulava Street, Tbilisi'),
  VENUE_ADDRESS_KA: text.default('სულავას ქუჩა 12, თბილისი'),
  VENUE_TIME_ZONE: timeZone.default(DEFAULT_TIME_ZONE),
  CONTACT_PHONE: text.default('+995 555 00 00 00'),
  SOCIAL_LINKS: webUrls.default(['https://www.instagram.com', 'https://www.facebook.com', 'https://soundcloud.com']),
  COUNTRIES_URL: webUrl.optional(),
  DRIVE_FOLDER_ID: driveId.optional(),
  DRIVE_API_KEY: z.string().regex(/^\S+$/, 'must be a key without spaces').optional(),
  DRIVE_SERVICE_ACCOUNT: z.string().optional(),
  DRIVE_ID: driveId.optional(),
  DRIVE_API_URL: webUrl.default('https://www.googleapis.com/drive/v3'),
  DRIVE_TOKEN_URL: webUrl.default('https://oauth2.googleapis.com/token'),
  APPLE_PASS_TYPE_ID: z
    .string()
    .regex(/^pass\.\S+$/, 'must begin with pass.')
    .optional(),
  APPLE_TEAM_ID: text.optional(),
  APPLE_PASS_CERT: text.optional(),
  APPLE_PASS_KEY: text.optional(),
  APPLE_PASS_KEY_PASSPHRASE: z.string().optional(),
  APPLE_WWDR_CERT: text.optional(),
  GOOGLE_WALLET_ISSUER_ID: z.string().regex(/^\d+$/, 'must be the number of the issuer, digits alone').optional(),
  GOOGLE_WALLET_ACCOUNT: text.optional(),
  RATE_LIMIT_SCALE: z.coerce.number(scale).positive(scale).default(1),
  OFFLINE_PAGES: z.stringbool('must be true or false').default(true),
  API_DOCS: z.stringbool('must be true or false').default(true),
  METRICS_TOKEN: z.string().min(16, 'is too short: take at least 16 random characters').optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent')
    .default('info'),
});

export const variableNames = Object.keys(variables.shape);

export type Env = ReturnType<typeof readEnv>;

/** The former name of PLACEHOLDER_IMAGES: an operator who switched them off under this name must not get them back by an update. */
export const OLD_PLACEHOLDER_IMAGES = 'NIGHT_PRINTS';

/** Reads and validates the environment, once. @throws one line with the variable and the expected value */
export function readEnv(source: NodeJS.ProcessEnv) {
  // Container tools write an unset variable as an empty value.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const env = check(variables, { PLACEHOLDER_IMAGES: given[OLD_PLACEHOLDER_IMAGES], ...given });
  const isProduction = env.NODE_ENV === 'production';
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const demoMode = readDemo(env.DEMO, { mode: env.NODE_ENV, publicUrl });
  const trustProxy = readTrustProxy(env.TRUST_PROXY);
  refuseUnsafe(env, publicUrl);
  const databaseUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;

  return Object.freeze({
    isProduction,
    port: env.PORT,
    host: env.HOST,
    /** The number of processes that serve the port. */
    processes: env.PROCESSES,
    /** How long a stopping server still serves after `/readyz` began to refuse, so that a load balancer notices. */
    drainMs: env.DRAIN_SECONDS * SECOND_MS,
    publicUrl,
    /** Undefined if not set: then no proxy is trusted, and one that appears raises an alert. */
    trustProxy,
    dataDir: env.DATA_DIR,
    /** For pictures and sounds; undefined if they are in `dataDir`. */
    bucket: readBucket(env),
    /** The database itself: for notifications, locks, jobs, migrations and the operator's commands. */
    databaseUrl,
    /** A pooler in front of it, for requests alone. */
    databasePoolerUrl: env.DATABASE_DIRECT_URL && env.DATABASE_URL,
    /** For migrations; equal to `databaseUrl` if the owner has one user for both. */
    databaseOwnerUrl: env.DATABASE_OWNER_URL ?? databaseUrl,
    demo: demoMode,
    secondFactor: readSecondFactor(env, { isProduction, isDemo: demoMode !== 'off' }),
    rejectedMayBuy: env.REJECTED_MAY_BUY,
    placesSharedByPerson: env.PLACES_SHARED_BY_PERSON,
    /** Never in a demo, whose addresses have no mailbox. */
    purchasesNeedProvedEmail: env.PURCHASES_NEED_PROVED_EMAIL && demoMode === 'off',
    placeholderImages: env.PLACEHOLDER_IMAGES,
    secret: env.SECRET,
    /** Undefined if not set: then the one in the data folder is used. */
    backupPassphrase: env.BACKUP_PASSPHRASE,
    backupFolder: env.BACKUP_FOLDER,
    /** A file of SSH keys; undefined if updates are not verified. */
    updateSigners: env.UPDATE_SIGNERS,
    ...readBanks(env, { isProduction, publicUrl, isDefaultUrl: env.PUBLIC_URL === undefined }),
    ...readMail(env, isProduction),
    /** Its address is a secret: anyone who knows it can post there. */
    alertWebhook: env.ALERT_WEBHOOK,
    venue: readVenue(env, publicUrl),
    countriesUrl: env.COUNTRIES_URL,
    drive: readDrive(env),
    wallet: readWallet(env),
    rateLimitScale: env.RATE_LIMIT_SCALE,
    offlinePages: env.OFFLINE_PAGES,
    apiDocs: env.API_DOCS,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
  });
}

/** @throws if variables that are right alone cannot be used with each other */
function refuseUnsafe(env: z.infer<typeof variables>, publicUrl: string): void {
  const isProduction = env.NODE_ENV === 'production';
  if (isProduction && publicUrl.startsWith('https://') && env.TRUST_PROXY === undefined) {
    throw new Error(
      'TRUST_PROXY must be set in production with an https PUBLIC_URL: 1 with one web server in front, or none when there is none.',
    );
  }
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL) {
    throw new Error('DATABASE_URL must be set, too, with DATABASE_OWNER_URL: the user of the server beside the owner of the tables.');
  }
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    throw new Error('DATABASE_URL must be set, too, with DATABASE_DIRECT_URL: the address of the pooler in front of the database.');
  }
  if (isProduction && env.RATE_LIMIT_SCALE > 1) throw new Error('RATE_LIMIT_SCALE must not be above 1 in production.');
}

/** The club's data, and what a new event begins with, until staff change them in Settings. */
const readVenue = (env: z.infer<typeof variables>, publicUrl: string) =>
  Object.freeze({
    name: env.VENUE_NAME,
    nameKa: env.VENUE_NAME_KA,
    address: env.VENUE_ADDRESS,
    addressKa: env.VENUE_ADDRESS_KA,
    timeZone: env.VENUE_TIME_ZONE,
    directions: '',
    directionsKa: '',
    email: env.CONTACT_EMAIL,
    phone: env.CONTACT_PHONE,
    socialLinks: env.SOCIAL_LINKS,
    opening: standardOpening,
    capacity: VENUE_CAPACITY_TEXT,
    stages: STANDARD_STAGES,
    ...standardLook,
    /** The site's address, for what mails load from it. */
    publicUrl,
    /** Of a new event. The ticket types are a text in the format of `shared/site-texts/ready-ticket-types.ts`. */
    verifiedOnly: false,
    namesRequired: false,
    claimHours: CLAIM_HOURS,
    reminder: false,
    ticketsPerPerson: TICKETS_PER_PERSON,
    readyTicketTypes: '',
    waitlist: true,
    denialHours: DENIAL_HOURS,
    offerMinutes: OFFER_MINUTES_MAX,
    doorSale: true,
    transfers: true,
    resale: true,
    resaleAlways: false,
    resaleFee: 0,
  });

function check<T>(schema: z.ZodType<T>, values: unknown): T {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${issue?.path.join('.')} ${issue?.message}.`);
}

function readTrustProxy(value: string | undefined): undefined | number | string {
  if (value === undefined) return undefined;
  if (value.toLowerCase() === 'none') return 0;
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** `local`: accounts with published passwords, for this machine only. `public`: the same accounts, with generated passwords. */
type Demo = 'off' | 'local' | 'public';

/**
 * @throws in production for a demo with published passwords; else for a public address, as such a site gives tickets away and writes mails
 * to files
 */
function readDemo(demo: boolean | 'public' | undefined, { mode, publicUrl }: { mode: string; publicUrl: string }): Demo {
  if (demo === 'public') return 'public';
  const isWanted = demo ?? mode !== 'production';
  if (isWanted && mode === 'production') {
    throw new Error('DEMO must be false or public in production: the passwords of the demo are published, and public makes new ones.');
  }
  const mayBeOpen = mode === 'production' || (mode === 'test' && !isWanted);
  if (!mayBeOpen && !isLoopbackHost(new URL(publicUrl).hostname)) {
    throw new Error('PUBLIC_URL is not an address of this machine: set NODE_ENV=production, or DEMO=public for a demo that others see.');
  }
  return isWanted ? 'local' : 'off';
}
