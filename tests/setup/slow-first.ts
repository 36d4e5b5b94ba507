import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Each takes longer than what is left when the others are done, so it must not begin last. */
const SLOW = [
  /tests\/(models|outages|update)\//,
  /server\/start\./,
  /restore/,
  /nightly\./,
  /staff-rights\./,
  /every-order\./,
  /pack-histories\./,
  /(known-devices|sign-in)\./,
];

/** Starts the slow files first. Without results of an earlier run Vitest starts the largest ones first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.some((name) => name.test(moduleId));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
