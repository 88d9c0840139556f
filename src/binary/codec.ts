import { CodecError, type Issue } from '../issue.ts';
import { Reader, type ReadOptions } from './reader.ts';
import { Trace } from './trace.ts';
import { type WriteOptions, Writer } from './writer.ts';

/** What people are told about a part of a format: in inspections, in the hex view, on the format's page. */
export abstract class Described {
  /** Short name of the shape: `i16`, `f32[3]`, `Bone`. */
  abstract readonly kind: string;
  /** What the value means. */
  readonly doc: string = '';
  /** Unit of the value: `s`, `1/4800 s`, `degrees`. */
  readonly unit: string = '';

  /** The same, saying what the value means. */
  is(doc: string): this {
    return this.with({ doc });
  }

  /** The same, in a unit. */
  in(unit: string): this {
    return this.with({ unit });
  }

  protected with(properties: object): this {
    return Object.assign(Object.create(Object.getPrototypeOf(this)), this, properties);
  }
}

/** How one kind of value lies in bytes, in both directions: `encode(decode(bytes))` gives the same bytes. */
export abstract class Codec<T> extends Described {
  /** The fewest bytes any value takes. Lists use it to refuse impossible counts before allocating. */
  abstract readonly minSize: number;

  abstract read(r: Reader): T;
  abstract write(w: Writer, value: T): void;

  /** What makes two values that pointers lead to one: they are stored once. Texts by what they say, objects by identity. */
  identity(value: T): unknown {
    return value;
  }

  decode(bytes: Uint8Array, options?: ReadOptions): T {
    return this.read(new Reader(bytes, options));
  }

  encode(value: T, options?: WriteOptions): Uint8Array {
    const w = new Writer(options);
    this.write(w, value);
    return w.finish();
  }

  /** Decodes and tells what every byte is; up to the failure, when decoding fails. */
  inspect(bytes: Uint8Array, options?: ReadOptions): Inspection<T> {
    const trace = new Trace();
    const r = new Reader(bytes, { ...options, trace });
    try {
      return { value: this.read(r), trace, issues: r.issues };
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      return { value: undefined, trace, issues: [...r.issues, error] };
    }
  }
}

export interface Inspection<T> {
  /** Undefined when decoding failed; the last issue then tells why. */
  readonly value: T | undefined;
  readonly trace: Trace;
  readonly issues: readonly Issue[];
}

/** The type of the values of a codec. */
export type Infer<C> = C extends Codec<infer T> ? T : never;
