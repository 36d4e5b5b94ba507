import { Resolver } from 'node:dns/promises';
import { domainOf } from '#server/platform/config/mail-addresses.ts';
import { fault, type Finding, leftOut, well } from './finding.ts';
import { isReserved, type Site } from './site.ts';

/** The DKIM key names of common mail services. */
const USUAL_KEYS = [
  'default',
  'dkim',
  'mail',
  'smtp',
  'google',
  'selector1',
  'selector2',
  's1',
  's2',
  'k1',
  'k2',
  'fm1',
  'mx',
  'pm',
  'mg',
  'zoho',
];
const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'NXDOMAIN']);
const TIMEOUT_MS = 3_000;

/** Checks what other mail servers look up about the domain of MAIL_FROM: without it, tickets land in spam. */
export async function checkMailDns({ env, options }: Site): Promise<Finding[]> {
  const domain = domainOf(env.mailFrom);
  if (env.smtpUrl === undefined || isReserved(domain)) return [leftOut('dns', `no email is sent for the domain ${domain}`)];
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (options.dns.length > 0) resolver.setServers([...options.dns]);
  const read = async (name: string): Promise<string[]> => {
    try {
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch (error) {
      if (error instanceof Error && 'code' in error && ABSENT.has(String(error.code))) return [];
      throw error;
    }
  };
  const [spf, dkim, dmarc] = await Promise.all([checkSpf(domain, read), checkDkim(domain, read, options.dkim), checkDmarc(domain, read)]);
  return [spf, dkim, dmarc];
}

type Read = (name: string) => Promise<string[]>;

async function checkSpf(domain: string, read: Read): Promise<Finding> {
  const records = (await read(domain)).filter((text) => /^v=spf1( |$)/i.test(text));
  const [record] = records;
  if (record === undefined)
    return fault(
      'spf',
      `${domain} does not say who may send its email`,
      `add the TXT record that your email service names, such as "v=spf1 include:… -all"`,
    );
  if (records.length > 1) return fault('spf', `${domain} has ${records.length} SPF records, so none is valid`, 'join them into one');
  if (/(^|\s)\+?all(\s|$)/i.test(record)) return fault('spf', `${domain} lets anyone send its email`, 'end the record with -all or ~all');
  return well('spf', `${domain} says who may send its email`);
}

async function checkDkim(domain: string, read: Read, named: readonly string[]): Promise<Finding> {
  const names = named.length > 0 ? named : USUAL_KEYS;
  const texts = await Promise.all(names.map((name) => read(`${name}._domainkey.${domain}`)));
  // An empty key (p=) has been revoked.
  const found = names.find((_, index) => texts[index]?.some((text) => /(^|;)\s*p=\s*[^;\s]/i.test(text)));
  if (found !== undefined) return well('dkim', `${domain} has the key ${found}`);
  return fault(
    'dkim',
    `${domain} has no key for signatures under ${named.length > 0 ? named.join(', ') : 'the usual names'}`,
    'turn on DKIM at your email service and add its record; if it is there, name it: --dkim name',
  );
}

async function checkDmarc(domain: string, read: Read): Promise<Finding> {
  // A subdomain without one inherits from its parent domain.
  const above = domain.split('.').slice(1).join('.');
  const names = above.includes('.') ? [domain, above] : [domain];
  for (const name of names) {
    const record = (await read(`_dmarc.${name}`)).find((text) => /^v=DMARC1\b/i.test(text));
    if (record === undefined) continue;
    if (!/;\s*p=(none|quarantine|reject)\b/i.test(record))
      return fault('dmarc', `the record of ${name} has no policy`, 'add p=none, quarantine or reject');
    return well('dmarc', `${name} says what to do with forged email`);
  }
  return fault(
    'dmarc',
    `${domain} does not say what to do with forged email`,
    `add the TXT record _dmarc.${domain} "v=DMARC1; p=quarantine"`,
  );
}
