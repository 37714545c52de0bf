/**
 * The part of a custom elements manifest that this project reads and writes, in version 2.1 of the schema.
 *
 * @module
 * @see https://github.com/webcomponents/custom-elements-manifest/blob/main/schema.d.ts
 */
import type typescript from 'typescript';

export interface Described {
  name: string;
  description?: string;
}

interface Typed extends Described {
  type: { text: string };
}

export interface Attribute extends Typed {
  /** The property of the same value. */
  fieldName: string;
  default?: string;
}

/** A field, or a method. */
export interface Member extends Typed {
  kind: 'field' | 'method';
  /** The attribute that a field can be set by. */
  attribute?: string;
  default?: string;
  privacy?: 'public' | 'private' | 'protected';
  readonly?: boolean;
  return?: { type: { text: string } };
  static?: boolean;
}

interface Reference {
  name: string;
  module?: string | undefined;
}

/** A class that has a tag name. */
export interface ElementDeclaration extends Described {
  tagName: string;
  summary: string;
  superclass: Reference;
  attributes: Attribute[];
  members: Member[];
  events: Typed[];
  slots: Described[];
  cssParts: Described[];
  cssProperties?: (Described & { default?: string })[];
  cssStates: Described[];
}

interface Export {
  kind: 'js' | 'custom-element-definition';
  name: string;
  declaration: Reference;
}

export interface Manifest {
  schemaVersion: string;
  modules: {
    path: string;
    declarations: (ElementDeclaration | Described)[];
    exports: Export[];
  }[];
}

// The package exports more than its types say.
declare module '@custom-elements-manifest/analyzer' {
  /** The TypeScript that the analyzer uses. */
  export const ts: typeof typescript;

  /** Analyzes modules. */
  export function create(options: { modules: typescript.SourceFile[]; plugins: never[] }): Manifest;
}
