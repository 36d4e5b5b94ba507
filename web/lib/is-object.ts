/** The client does not check the shape of answers, and a proxy in between may send anything. */
export const isObject = (answer: unknown): answer is object => typeof answer === 'object' && answer !== null;
