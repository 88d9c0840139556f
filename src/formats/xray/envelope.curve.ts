import { type Envelope, PARAMETERS, SHAPE } from './envelope.ts';

// What envelopes mean at any time, as the engine evaluates them (specification, section 12.4).

const BEHAVIOUR = { reset: 0, constant: 1, repeat: 2, oscillate: 3, offset: 4, linear: 5 } as const;

/** The value of a 16-bit parameter: -32 to 32. */
export const decodeQ16 = (raw: number): number => (raw * 64) / 65535 - 32;
/** The 16 bits of a parameter. */
export const encodeQ16 = (value: number): number =>
  Math.min(65535, Math.max(0, Math.floor(((value + 32) / 64) * 65535 + 0.5)));

/** The time of a frame as keys have it: rounded to single precision, without which stepped curves lag a frame behind. */
export const frameTime = (frame: number, fps: number): number => Math.fround(frame / fps);

/** A curve to be evaluated. Times that do not decrease from call to call are found without searching. */
export class Curve {
  private readonly envelope: Envelope;
  private readonly time: Float32Array;
  private readonly value: Float32Array;
  private cursor = 1;

  constructor(envelope: Envelope) {
    this.envelope = envelope;
    this.time = envelope.keys.time;
    this.value = envelope.keys.value;
  }

  /** The value at a time in seconds, which has to be a single precision number. */
  at(t: number): number {
    const { time, value } = this;
    const last = time.length - 1;
    if (last < 0) return 0;
    if (last === 0) return value[0]!;
    if (t < time[0]!) return this.outside(t, this.envelope.before, true);
    if (t > time[last]!) return this.outside(t, this.envelope.after, false);
    return this.inside(t);
  }

  private outside(t: number, behaviour: number, isBefore: boolean): number {
    const { time, value } = this;
    const last = time.length - 1;
    const span = time[last]! - time[0]!;
    switch (behaviour) {
      case BEHAVIOUR.reset:
        return 0;
      case BEHAVIOUR.linear:
        return isBefore
          ? value[0]! + ((t - time[0]!) * this.outgoing(-1, 0, 1)) / (time[1]! - time[0]!)
          : value[last]! + ((t - time[last]!) * this.incoming(last - 1, last, -1)) / (time[last]! - time[last - 1]!);
      case BEHAVIOUR.repeat:
      case BEHAVIOUR.oscillate:
      case BEHAVIOUR.offset: {
        if (span === 0) return this.inside(time[0]!);
        const wrapped = time[0]! + t - span * Math.floor(t / span);
        const turns = -Math.trunc((wrapped - t) / span + (wrapped > t ? 0.5 : -0.5));
        if (behaviour === BEHAVIOUR.oscillate && turns % 2 !== 0) return this.inside(span - wrapped);
        const offset = behaviour === BEHAVIOUR.offset ? turns * (value[last]! - value[0]!) : 0;
        return this.inside(wrapped) + offset;
      }
      default:
        return value[isBefore ? 0 : last]!;
    }
  }

  /** Between the keys, by the shape of the key at the end of the interval. */
  private inside(t: number): number {
    const { time, value } = this;
    const end = this.find(t);
    const start = end - 1;
    if (t === time[start]) return value[start]!;
    if (t === time[end]) return value[end]!;
    const duration = time[end]! - time[start]!;
    const u = (t - time[start]!) / duration;
    switch (this.shape(end)) {
      case SHAPE.tcb:
      case SHAPE.hermite:
      case SHAPE.bezier: {
        const after = end + 1 < time.length ? end + 1 : -1;
        const h2 = u * u * (3 - 2 * u);
        const h3 = u * (u - 1) * (u - 1);
        const h4 = u * u * (u - 1);
        const tangents = h3 * this.outgoing(start - 1, start, end) + h4 * this.incoming(start, end, after);
        return (1 - h2) * value[start]! + h2 * value[end]! + tangents;
      }
      case SHAPE.linear:
        return value[start]! + u * (value[end]! - value[start]!);
      case SHAPE.stepped:
        return value[start]!;
      case SHAPE.bezier2D:
        return this.bezier(t, start, end);
      default:
        return 0;
    }
  }

  /** The first key that is not before a time; never the first of all. */
  private find(t: number): number {
    const { time } = this;
    let at = this.cursor;
    if (at > 1 && t <= time[at - 1]!) at = 1;
    while (at < time.length - 1 && t > time[at]!) at++;
    this.cursor = at;
    return at;
  }

  private shape(key: number): number {
    return this.envelope.keys.shape[key]! & 0xff;
  }

  private parameter(key: number, index: number): number {
    const { parameters } = this.envelope.keys;
    const raw = parameters[key * PARAMETERS + index]!;
    return parameters instanceof Uint16Array ? decodeQ16(raw) : raw;
  }

  /** The tangent at `key` towards `next`, for the whole interval. `previous` is -1 where there is none. */
  outgoing(previous: number, key: number, next: number): number {
    const { time, value } = this;
    const difference = value[next]! - value[key]!;
    const duration = time[next]! - time[key]!;
    const ratio = previous >= 0 ? duration / (time[next]! - time[previous]!) : 1;
    switch (this.shape(key)) {
      case SHAPE.tcb: {
        const [tension, continuity, bias] = this.tcb(key);
        const a = (1 - tension) * (1 + continuity) * (1 + bias);
        const b = (1 - tension) * (1 - continuity) * (1 - bias);
        if (previous < 0) return b * difference;
        return ratio * (a * (value[key]! - value[previous]!) + b * difference);
      }
      case SHAPE.linear:
        return previous < 0 ? difference : ratio * (value[key]! - value[previous]! + difference);
      case SHAPE.hermite:
      case SHAPE.bezier:
        return this.parameter(key, 4) * ratio;
      case SHAPE.bezier2D:
        return slope(this.parameter(key, 6), this.parameter(key, 5), duration);
      default:
        return 0;
    }
  }

  /** The tangent at `key` coming from `previous`. `next` is -1 where there is none. */
  incoming(previous: number, key: number, next: number): number {
    const { time, value } = this;
    const difference = value[key]! - value[previous]!;
    const duration = time[key]! - time[previous]!;
    const ratio = next >= 0 ? duration / (time[next]! - time[previous]!) : 1;
    switch (this.shape(key)) {
      case SHAPE.tcb: {
        const [tension, continuity, bias] = this.tcb(key);
        const a = (1 - tension) * (1 - continuity) * (1 + bias);
        const b = (1 - tension) * (1 + continuity) * (1 - bias);
        if (next < 0) return a * difference;
        return ratio * (b * (value[next]! - value[key]!) + a * difference);
      }
      case SHAPE.linear:
        return next < 0 ? difference : ratio * (value[next]! - value[key]! + difference);
      case SHAPE.hermite:
      case SHAPE.bezier:
        return this.parameter(key, 3) * ratio;
      case SHAPE.bezier2D:
        return slope(this.parameter(key, 4), this.parameter(key, 3), duration);
      default:
        return 0;
    }
  }

  private tcb(key: number): [tension: number, continuity: number, bias: number] {
    return [this.parameter(key, 0), this.parameter(key, 1), this.parameter(key, 2)];
  }

  /** A curve in time and value: the place on it is searched by halving. */
  private bezier(t: number, start: number, end: number): number {
    const { time, value } = this;
    const isBezier = this.shape(start) === SHAPE.bezier2D;
    const third = (time[end]! - time[start]!) / 3;
    const x1 = time[start]! + (isBezier ? this.parameter(start, 5) : third);
    const y1 = value[start]! + (isBezier ? this.parameter(start, 6) : this.parameter(start, 4) / 3);
    const x2 = time[end]! + this.parameter(end, 3);
    const y2 = value[end]! + this.parameter(end, 4);
    let [low, high, place] = [0, 1, 0.5];
    for (let step = 0; step < MAX_HALVINGS; step++) {
      place = (low + high) / 2;
      const x = cubic(time[start]!, x1, x2, time[end]!, place);
      if (Math.abs(t - x) <= TIME_PRECISION) break;
      if (x > t) high = place;
      else low = place;
    }
    return cubic(value[start]!, y1, y2, value[end]!, place);
  }
}

const MAX_HALVINGS = 64;
/** Seconds; what the engine is content with. */
const TIME_PRECISION = 1e-4;

function slope(rise: number, run: number, duration: number): number {
  return Math.abs(run) > 1e-5 ? (rise * duration) / run : rise * duration * 1e5;
}

function cubic(a: number, b: number, c: number, d: number, t: number): number {
  const s = 1 - t;
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}
