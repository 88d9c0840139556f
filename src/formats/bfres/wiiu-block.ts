import { Codec, type Reader, type Writer } from '../../binary/index.ts';

/** The signature of a block of a Wii U file. It is no data. */
export class Magic4 extends Codec<undefined> {
  readonly kind = 'signature';
  readonly minSize = 4;
  readonly signature: string;

  constructor(signature: string) {
    super();
    this.signature = signature;
  }

  read(r: Reader): undefined {
    const at = r.take(4);
    const found = String.fromCharCode(...r.bytes.subarray(at, at + 4));
    if (found !== this.signature) r.fail('bad-magic', `'${this.signature}' expected, '${found}' found`, at);
  }

  write(w: Writer): void {
    const at = w.take(4);
    for (let i = 0; i < 4; i++) w.bytes[at + i] = this.signature.charCodeAt(i);
  }
}
