import type { FastifyInstance } from 'fastify';
import type { Language } from '#shared/constants.ts';
import type { RenderedPage, Renderer, RendererOptions } from '#shared/rendering.ts';

/** A site that renders pages: `fill` puts a rendered one into its document. */
export type OpenSite = (
  http: FastifyInstance,
  options: RendererOptions,
) => Promise<Renderer & { fill(page: RenderedPage, language: Language): Promise<string> }>;
