/**
 * Reads the output of `npm audit --json`: the packages with known vulnerabilities, or why there is no answer.
 * @param {string} stdout
 * @returns {{ found: string[] } | { unanswered: string }}
 */
export function vulnerabilitiesIn(stdout) {
  const answer = read(stdout);
  if (typeof answer.auditReportVersion !== 'number') return { unanswered: reasonIn(answer) };
  return { found: Object.values(answer.vulnerabilities ?? {}).map(({ name, severity, range }) => `${name} ${range} (${severity})`) };
}

/**
 * Reads the output of `npm audit signatures --json`: the packages with an invalid or missing signature, or why there is no answer.
 * @param {string} stdout
 * @returns {{ found: string[] } | { unanswered: string }}
 */
export function signaturesIn(stdout) {
  const answer = read(stdout);
  if (!Array.isArray(answer.invalid) || !Array.isArray(answer.missing)) return { unanswered: reasonIn(answer) };
  const named = (packages, fault) => packages.map(({ name, version }) => `${name} ${version} (${fault})`);
  return { found: [...named(answer.invalid, 'signature does not fit'), ...named(answer.missing, 'not signed')] };
}

function read(stdout) {
  try {
    const answer = JSON.parse(stdout);
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}

/** Short, and without addresses. */
const reasonIn = ({ error, statusCode }) => String(error?.code ?? (statusCode ? `status ${statusCode}` : 'no answer'));
