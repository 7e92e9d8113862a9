/**
 * Sounds, made on the spot with WebAudio. All short, soft, and never the only
 * signal. Nothing sounds before the first click, as browsers and manners ask.
 */
export type SoundName =
  'card' | 'coin' | 'rope' | 'brush' | 'thud' | 'mallet' | 'gold' | 'horn' | 'bell' | 'cadence' | 'tick';

interface Note {
  readonly at: number;
  readonly for: number;
  readonly gain: number;
  readonly wave?: OscillatorType;
  readonly from?: number;
  readonly to?: number;
  /** Filtered noise instead of a tone: centre frequency. */
  readonly noise?: number;
}

const tone = (
  at: number,
  length: number,
  from: number,
  gain: number,
  wave: OscillatorType = 'sine',
): Note => ({
  at,
  for: length,
  gain,
  wave,
  from,
  to: from,
});
const hiss = (at: number, length: number, centre: number, gain: number): Note => ({
  at,
  for: length,
  gain,
  noise: centre,
});

const SCORE: Readonly<Record<SoundName, readonly Note[]>> = {
  card: [hiss(0, 0.09, 3200, 0.18)],
  coin: [tone(0, 0.12, 1760, 0.1, 'triangle'), tone(0.02, 0.1, 2637, 0.05, 'triangle')],
  rope: [{ at: 0, for: 0.28, gain: 0.08, wave: 'sawtooth', from: 92, to: 74 }, hiss(0.04, 0.2, 700, 0.06)],
  brush: [hiss(0, 0.34, 1500, 0.14)],
  thud: [{ at: 0, for: 0.16, gain: 0.3, wave: 'sine', from: 150, to: 60 }],
  mallet: [
    tone(0, 0.07, 420, 0.16, 'square'),
    { at: 0.14, for: 0.12, gain: 0.2, wave: 'sine', from: 180, to: 90 },
  ],
  gold: [0, 0.06, 0.13].map((at, i) => tone(at, 0.16, 1568 + i * 420, 0.08, 'triangle')),
  horn: [{ at: 0, for: 0.55, gain: 0.14, wave: 'sawtooth', from: 110, to: 104 }],
  bell: [tone(0, 0.3, 880, 0.14), tone(0.16, 0.4, 1174.7, 0.14)],
  cadence: [tone(0, 0.22, 523.3, 0.12), tone(0.12, 0.24, 659.3, 0.12), tone(0.24, 0.34, 784, 0.14)],
  tick: [tone(0, 0.04, 1200, 0.08, 'square')],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

let waking = false;
/** Call from a click: browsers let sound start only then. What the click is for goes first. */
export function wake(): void {
  if (waking || typeof AudioContext === 'undefined') return;
  waking = true;
  setTimeout(open, 60);
}

function open(): void {
  context = new AudioContext();
  noise = context.createBuffer(1, context.sampleRate * 0.6, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
}

export function play(name: SoundName, volume: number): void {
  if (!context || volume <= 0) return;
  if (context.state === 'suspended') void context.resume();
  for (const note of SCORE[name]) sound(context, note, volume);
}

function sound(audio: AudioContext, note: Note, volume: number): void {
  const start = audio.currentTime + note.at;
  const end = start + note.for;
  const envelope = audio.createGain();
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(note.gain * volume, start + 0.012);
  envelope.gain.exponentialRampToValueAtTime(0.0001, end);
  envelope.connect(audio.destination);
  const source =
    note.noise === undefined ? oscillator(audio, note, start, end) : filtered(audio, note, envelope);
  if (note.noise === undefined) source.connect(envelope);
  source.start(start);
  source.stop(end);
}

function oscillator(audio: AudioContext, note: Note, start: number, end: number): OscillatorNode {
  const source = audio.createOscillator();
  source.type = note.wave ?? 'sine';
  source.frequency.setValueAtTime(note.from ?? 440, start);
  source.frequency.exponentialRampToValueAtTime(note.to ?? 440, end);
  return source;
}

function filtered(audio: AudioContext, note: Note, envelope: GainNode): AudioBufferSourceNode {
  const source = audio.createBufferSource();
  source.buffer = noise;
  const band = audio.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = note.noise ?? 1000;
  source.connect(band).connect(envelope);
  return source;
}
