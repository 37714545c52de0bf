import { docsSchema } from '@astrojs/starlight/schema';
import { defineCollection } from 'astro:content';
import { markdownLoader } from '../build/loader.ts';

export const collections = {
  docs: defineCollection({ loader: markdownLoader(), schema: docsSchema() }),
};
