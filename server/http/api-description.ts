import type { SwaggerTransform } from '@fastify/swagger';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Endpoint } from '#shared/contract.ts';
import { errorStatus, type ErrorCode } from '#shared/errors.ts';
import { ErrorView } from '#shared/wire.ts';
import { errorMessage } from '#server/words.ts';
import { exampleFor, type ExampleInput } from './api-examples.ts';
import { documentedErrors } from './documented-errors.ts';

/** Formats of OpenAPI: each says more than the pattern zod writes beside it, which programs read in different ways. */
const FORMATS = new Set(['date', 'date-time', 'email', 'uri', 'uuid']);
const dropPattern = (schema: JsonSchema): void => {
  if (FORMATS.has(String(schema['format']))) delete schema['pattern'];
  else delete schema['format'];
};

const JSON_TYPE = 'application/json';

/** `checkCharacters` refuses control characters in every text of an input (characters.ts). */
const PLAIN_TEXT = String.raw`^[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]*$`;

type JsonSchema = Record<string, unknown>;

const inputToJson = createJsonSchemaTransform({
  zodToJsonConfig: {
    override: ({ jsonSchema }) => {
      // A whole number in a URL (shared/wire.ts): digits are how HTTP carries it, not a second type.
      if (jsonSchema.type === 'integer') delete jsonSchema.anyOf;
      dropPattern(jsonSchema);
      const isFreeText = jsonSchema.type === 'string' && !jsonSchema.pattern && !jsonSchema.format && !jsonSchema.enum;
      if (isFreeText) jsonSchema.pattern = PLAIN_TEXT;
    },
  },
});

const outputToJson = (schema: z.ZodType): JsonSchema => {
  return z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      dropPattern(jsonSchema);
    },
  });
};

export const errorSchema = outputToJson(ErrorView);

/** A route's part of the OpenAPI document: its input with an example, its answer, and each error status with its codes. */
export const describeRoute: SwaggerTransform = (route) => {
  const { schema, url } = inputToJson(route);
  const endpoint = route.route.config?.endpoint;
  if (!endpoint) return { schema, url };
  const { consumes } = endpoint.shape;
  const example = exampleFor(endpoint);
  return {
    url,
    schema: {
      ...schema,
      ...(consumes ? { consumes: [consumes], body: { type: 'string', format: 'binary' } } : {}),
      ...(schema.body ? { body: { ...asSchema(schema.body), ...exampleOf(example['body']) } } : {}),
      ...(schema.params ? { params: withExamples(asSchema(schema.params), example) } : {}),
      ...(schema.querystring ? { querystring: withExamples(asSchema(schema.querystring), example) } : {}),
      response: { 200: success(endpoint), ...failures(endpoint) },
    },
  };
};

function success({ shape }: Endpoint): JsonSchema {
  const { produces = JSON_TYPE } = shape;
  const schema = produces === JSON_TYPE ? outputToJson(shape.output) : { type: 'string', format: 'binary' };
  return { description: 'Done', content: { [produces]: { schema } } };
}

/** By status: `conflict`, `sold_out` … with the sentence of each. */
function failures(endpoint: Endpoint): Record<string, JsonSchema> {
  const byStatus = Object.groupBy(new Set(documentedErrors(endpoint)), (code) => errorStatus[code]);
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => {
      const description = codes.map((code: ErrorCode) => `\`${code}\`: ${errorMessage(code)}`).join('\n\n');
      return [status, { description, content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' } } } }];
    }),
  );
}

/** Parameters are documented one by one, each with its own part of the example. */
function withExamples(schema: JsonSchema, example: ExampleInput): JsonSchema {
  const properties = Object.entries(asSchema(schema['properties'])).map(([name, property]) => {
    return [name, { ...asSchema(property), ...exampleOf(example[name]) }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

const exampleOf = (value: unknown): JsonSchema => (value === undefined ? {} : { examples: [value] });

const asSchema = (value: unknown): JsonSchema => (typeof value === 'object' && value !== null ? { ...value } : {});
