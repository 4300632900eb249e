/** A device with passkeys, in software: makes keys and signs challenges as in WebAuthn level 3, 6 and 8.7. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

type Answer = Record<string, unknown> & { id: string };

interface Behaviour {
  /** Whether it asks its user for a PIN, a finger or a face. */
  verifies?: boolean;
  /** The origin that it believes it is on. */
  origin?: string;
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const NEW_KEY = 0x40;

export class Authenticator {
  readonly #keys = new Map<string, KeyObject>();
  readonly #origin: string;
  #signed = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** @param options of the API: what `navigator.credentials.create` gets */
  create(options: Record<string, unknown>, { verifies = true, origin = this.#origin }: Behaviour = {}): Answer {
    const id = randomBytes(32);
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#keys.set(id.toString('base64url'), privateKey);
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const length = Buffer.from([id.length >> 8, id.length & 255]);
    const data = Buffer.concat([this.#data(origin, verifies, NEW_KEY), Buffer.alloc(16), length, id, key]);
    const head = Buffer.from([0x59, data.length >> 8, data.length & 255]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      head,
      data,
    ]);
    const clientData = clientDataOf('webauthn.create', options, origin);
    return answerOf(id.toString('base64url'), {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** @param options what `navigator.credentials.get` gets @param id of the passkey; by default the only one */
  sign(
    options: Record<string, unknown>,
    { verifies = true, origin = this.#origin, id = [...this.#keys.keys()][0]! }: Behaviour & { id?: string } = {},
  ): Answer {
    const key = this.#keys.get(id) ?? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const data = this.#data(origin, verifies);
    const clientData = clientDataOf('webauthn.get', options, origin);
    const hash = createHash('sha256').update(clientData).digest();
    return answerOf(id, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: createSign('sha256').update(data).update(hash).sign(key).toString('base64url'),
      userHandle: '',
    });
  }

  #data(origin: string, verifies: boolean, more = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE((this.#signed += 1));
    const flags = Buffer.from([PRESENT | (verifies ? VERIFIED : 0) | more]);
    return Buffer.concat([createHash('sha256').update(new URL(origin).hostname).digest(), flags, counter]);
  }
}

function clientDataOf(type: string, { challenge }: Record<string, unknown>, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function answerOf(id: string, response: Record<string, unknown>): Answer {
  return {
    id,
    rawId: id,
    type: 'public-key',
    response,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  };
}
