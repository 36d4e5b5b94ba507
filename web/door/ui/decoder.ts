import { loadOnce } from '#shared/load-once.ts';

/** Reads the QR code in the current frame; undefined if there is none. */
export type Decode = (video: HTMLVideoElement) => Promise<string | undefined>;

const LONGEST_SIDE = 1280;

/**
 * One decoder for the whole visit: the browser's own where it exists (Android, macOS), else one in WebAssembly from our own origin. After a
 * failure the next frame loads it again.
 */
export const loadDecoder = loadOnce(async (): Promise<Decode> => (await nativeDecoder()) ?? wasmDecoder());

type NativeDetector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type NativeDetectorClass = {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
};

/** TypeScript does not declare the Barcode Detection API yet; this is the standard's interface. */
const nativeClass = (): NativeDetectorClass | undefined => (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;

async function nativeDecoder(): Promise<Decode | undefined> {
  const Detector = nativeClass();
  const formats = await Detector?.getSupportedFormats().catch((): string[] => []);
  if (!Detector || !formats?.includes('qr_code')) return undefined;
  const detector = new Detector({ formats: ['qr_code'] });
  return async (video) => (await detector.detect(video).catch(() => []))[0]?.rawValue;
}

async function wasmDecoder(): Promise<Decode> {
  const [{ prepareZXingModule, readBarcodes }, { default: wasmUrl }] = await Promise.all([
    import('zxing-wasm/reader'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  // By default the library would fetch its file from a CDN.
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const frame = context && frameOf(video, context);
    if (!frame) return undefined;
    const [code] = await readBarcodes(frame, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
    return code?.text || undefined;
  };
}

/** The current frame, scaled down for decoding. */
function frameOf(video: HTMLVideoElement, context: CanvasRenderingContext2D): ImageData | undefined {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return undefined;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(videoWidth, videoHeight));
  const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
  const { canvas } = context;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.drawImage(video, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}
