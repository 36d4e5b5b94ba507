import { createRequire } from 'node:module';
import { DAY_MS } from '#shared/durations.ts';

/** The parts of the signing library that tests need to make certificates and to parse a signature. */
type Asn1 = { value: string | Asn1[] };
type Name = { name: string; value: string }[];
type KeyPair = { privateKey: object; publicKey: object };
type Certificate = {
  publicKey: object;
  serialNumber: string;
  validity: { notBefore: Date; notAfter: Date };
  setSubject(name: Name): void;
  setIssuer(name: Name): void;
  sign(key: object, digest: object): void;
};
type Forge = {
  pki: {
    rsa: { generateKeyPair(bits: number): KeyPair };
    createCertificate(): Certificate;
    certificateToPem(certificate: Certificate): string;
    privateKeyToPem(key: object): string;
  };
  md: { sha256: { create(): object } };
  asn1: {
    Class: { UNIVERSAL: number };
    Type: { SET: number };
    create(kind: number, type: number, isConstructed: boolean, value: Asn1[]): Asn1;
    fromDer(bytes: string): Asn1;
    toDer(value: Asn1): { getBytes(): string };
    derToOid(bytes: string): string;
  };
  pkcs7: { messageFromAsn1(value: Asn1): { rawCapture: { authenticatedAttributes: Asn1[]; signature: string } } };
};

/** It comes with passkit-generator and has no types. */
const loadForge = (): Forge => createRequire(import.meta.resolve('passkit-generator'))('node-forge') as Forge;

const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';

/** Makes a certificate authority and a certificate issued by it, as PEM texts. */
export function makeCertificates(): { authority: string; certificate: string; key: string } {
  const { pki, md } = loadForge();
  const make = (subject: string, issuer: string, keys: KeyPair, signedBy: KeyPair, serialNumber: string): string => {
    const certificate = pki.createCertificate();
    Object.assign(certificate, { publicKey: keys.publicKey, serialNumber });
    certificate.validity.notBefore = new Date(Date.now() - DAY_MS);
    certificate.validity.notAfter = new Date(Date.now() + DAY_MS);
    certificate.setSubject([{ name: 'commonName', value: subject }]);
    certificate.setIssuer([{ name: 'commonName', value: issuer }]);
    certificate.sign(signedBy.privateKey, md.sha256.create());
    return pki.certificateToPem(certificate);
  };
  const [root, leaf] = [pki.rsa.generateKeyPair(2048), pki.rsa.generateKeyPair(2048)];
  return {
    authority: make('Test authority', 'Test authority', root, root, '01'),
    certificate: make('pass.example.rkali', 'Test authority', leaf, root, '02'),
    key: pki.privateKeyToPem(leaf.privateKey),
  };
}

/** Returns the contents of a detached PKCS #7 signature: the digest of the signed file, and the signature over the attributes with it. */
export function readSignature(file: Buffer): { digest: Buffer; signed: Buffer; signature: Buffer } {
  const { asn1, pkcs7 } = loadForge();
  const { authenticatedAttributes, signature } = pkcs7.messageFromAsn1(asn1.fromDer(file.toString('latin1'))).rawCapture;
  const set = asn1.toDer(asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SET, true, authenticatedAttributes)).getBytes();
  const parts = (value: Asn1 | undefined): Asn1[] => (Array.isArray(value?.value) ? value.value : []);
  const textOf = (value: Asn1 | undefined): string => (typeof value?.value === 'string' ? value.value : '');
  const attribute = authenticatedAttributes.find((each) => asn1.derToOid(textOf(parts(each)[0])) === MESSAGE_DIGEST);
  const digest = textOf(parts(parts(attribute)[1])[0]);
  return { digest: Buffer.from(digest, 'latin1'), signed: Buffer.from(set, 'latin1'), signature: Buffer.from(signature, 'latin1') };
}

/** Returns the files of an uncompressed zip. */
export function readStoredZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = 0;
  while (zip.readUInt32LE(at) === 0x04034b50) {
    const [size, nameLength, extraLength] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26), zip.readUInt16LE(at + 28)];
    const start = at + 30 + nameLength + extraLength;
    files.set(zip.toString('utf8', at + 30, at + 30 + nameLength), zip.subarray(start, start + size));
    at = start + size;
  }
  return files;
}
