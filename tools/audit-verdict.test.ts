import { expect, test } from 'vitest';
import { signaturesIn, vulnerabilitiesIn } from './audit-verdict.mjs';

const report = (vulnerabilities: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: {} });

test('known vulnerabilities are named, and none are none', () => {
  expect(vulnerabilitiesIn(report({}))).toEqual({ found: [] });
  const found = vulnerabilitiesIn(report({ paint: { name: 'paint', severity: 'high', range: '<4.0.1', via: [] } }));
  expect(found).toEqual({ found: ['paint <4.0.1 (high)'] });
});

test('a signature that does not fit and one that is missing are named', () => {
  expect(signaturesIn('{"invalid":[],"missing":[]}')).toEqual({ found: [] });
  const [invalid, missing] = [[{ name: 'paint', version: '4.0.0' }], [{ name: 'brush', version: '1.0.0' }]];
  expect(signaturesIn(JSON.stringify({ invalid, missing }))).toEqual({
    found: ['paint 4.0.0 (signature does not fit)', 'brush 1.0.0 (not signed)'],
  });
});

test('a registry that refuses, is away or answers nonsense says nothing about the packages', () => {
  const refused = JSON.stringify({ message: '405 Method Not Allowed', method: 'POST', statusCode: 405, body: '' });
  const away = JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'request failed' } });
  for (const verdictIn of [vulnerabilitiesIn, signaturesIn]) {
    expect(verdictIn(refused)).toEqual({ unanswered: 'status 405' });
    expect(verdictIn(away)).toEqual({ unanswered: 'ENOTFOUND' });
    for (const nonsense of ['', '<html>', 'null', '[]']) expect(verdictIn(nonsense)).toEqual({ unanswered: 'no answer' });
  }
});
