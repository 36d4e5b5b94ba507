import type { Language } from '#shared/constants.ts';

/** Words that texts for people do not use, each with its term (docs/glossary.md, "What people read"). */

type Refused = [word: RegExp, term: string, where?: RegExp];

/** The words with their terms, and the translation files that refuse them, by default all. "Tonight" and a night bus stay. */
const REFUSED: Record<Language, readonly Refused[]> = {
  en: [
    [/business night|night of payment/i, 'business day'],
    [/\bnights?\b(?! bus)|\bevenings?\b/i, 'event'],
    [/\breleases?\b(?! that)|\bbaskets?\b/i, 'ticket type'],
    [/\bheld\b/i, 'reserved'],
    [/\broom\b/i, 'capacity'],
    [/\bquotas?\b|\boffered\b/i, 'allocation'],
    [/\bcustomers?\b/i, 'guest'],
    [/\bdesk\b|know who this is/i, 'verification'],
    [/\bprove[ds]?\b/i, 'verify'],
    [/\bpass(es|ed|ing)?( \w+){0,2} on\b|\bhand(s|ed)? over\b/i, 'transfer'],
    [/\bput( \w+)? back\b/i, 'return for resale'],
    [/\b(goes|going|g[ai]ve|promised) back\b/i, 'refund'],
    [/\bcaptured\b/i, 'paid'],
    [/\bflagged\b|needs a decision/i, 'needs review'],
    [/\bgiven away\b|\bgive tickets\b|\bgifts?\b/i, 'complimentary'],
    [/\bdoor lists?\b|whose list/i, 'guest list'],
    [/\bwait for a place\b|\bwent on\b/i, 'waitlist'],
    [/code that opens/i, 'access code'],
    [/\bvia\b(?!=)|\bbrought\b/i, 'promoter link'],
    [/\bwalk-?ups?\b|\bropes?\b/i, 'door sale'],
    [/\bpass(es)?\b/i, 'scanner device'],
    [/\blet in\b/i, 'admitted'],
    [/\bturn(s|ed)? away\b/i, 'denied'],
    [/\bconflicts?\b/i, 'double entry'],
    [/\bcom(e|ing) back in\b/i, 're-entry'],
    [/did(n[’']t| not) come/i, 'no-show'],
    [/\bcame in\b/i, 'checked in'],
    [/\bcame before\b/i, 'returning guests'],
    [/\btakings\b|\bbooks\b/i, 'revenue'],
    [/^numbers$/i, 'reports'],
    [/^start$/i, 'home'],
    [/\benquir/i, 'inbox, request'],
    [/^words$|club and texts|describe your house/i, 'site content'],
    [/\bsign(s|ed)? (in|out)\b/i, 'log in, log out'],
    [/takes? the role away/i, 'remove access'],
    [/\baudit\b/i, 'activity log'],
    [/\bmessages\b/i, 'announcement', /^staff/],
    [/(?<!apple )\bmail(s|ed|ing|box|boxes)?\b(?!.server)|\bwritten to (?!files)/i, 'email'],
    [/failed emails|emails that did not arrive/i, 'undelivered emails'],
    [/understood so/i, 'we read it like this'],
    [/^drop it$|\bdrop my\b/i, 'discard'],
    [/pretended|fake bank/i, 'test bank'],
    [/the key \//i, 'press /'],
    [/\bmeanwhile\b/i, 'someone else'],
    [/\bby itself\b/i, 'automatically'],
    [/\ball the same\b/i, 'anyway'],
    [/\bwhoever\b/i, 'anyone who'],
    [/\bstand(s|ing)?\b/i, 'is'],
    [/\bcould not be (?!found)/i, 'we couldn’t'],
    [/\b(some|any|every)body\b/i, 'someone, anyone, everyone'],
    [/\blook(s|ed|ing)? at\b/i, 'check, verify'],
    [/\bcall(s|ed|ing)? \w* ?off\b/i, 'cancel'],
    [/\btak(e|es|en|ing)( \w+)? away\b/i, 'delete, remove'],
    [/\bthat of the\b|\bso it stays\b|\btold by (e-?)?mail\b/i, 'a plain sentence'],
    [/\be-mail/i, 'email'],
    [/\bplease\b|!(?! or)/i, 'nothing'],
  ],
  ka: [
    [/სამუშაო ღამ|გადახდის ღამ/, 'სააღრიცხვო დღე'],
    [/(?<!ამა|შუა)ღამ(?!ის ავტობუს)|საღამო/, 'ივენთი'],
    [/რელიზ|გამოშვებებ|გაყიდვის ეტაპ/, 'ბილეთის ტიპი'],
    [/დაკავებულ/, 'დაჯავშნილი'],
    [/კვოტ/, 'რაოდენობა'],
    [/დადასტურებულ\S* (სტუმ|პროფილ)|პროფილი დადასტურებულ/, 'ვერიფიცირებული'],
    [/საეჭვო|გადასაწყვეტ/, 'განსახილველია'],
    [/უფასო ბილეთ|საჩუქ/, 'მოსაწვევი'],
    [/შეკითხვებ/, 'მოთხოვნა'],
    [/მიუღწეველ|მიუსვლელ|გაუგზავნელი წერილ/, 'ვერ მიტანილი'],
    [/სასწავლო ბანკ/, 'სატესტო ბანკი'],
    [/კლუბი და ტექსტ/, 'საიტის შიგთავსი'],
    [/გენერირებ|გარეკან/, 'ავტომატური პოსტერი'],
    [/ადმინისტრატორ/, 'მფლობელი', /^staff/],
  ],
};

/** Returns the refused words of a text, each with its term. `where`: the translation file. */
export const refusedIn = (text: string, language: Language = 'en', where = ''): string[] =>
  REFUSED[language].flatMap(([word, term, files]) => {
    const found = (where === '' ? !files : (files?.test(where) ?? true)) && word.exec(text.replaceAll(/\{\{.*?\}\}/g, ''));
    return found ? [`"${found[0]}": ${term}`] : [];
  });
