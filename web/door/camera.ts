/** A running camera. `switchTorch` is there only when the camera says that it has a torch. */
export type Camera = { stop(): void; switchTorch: ((isOn: boolean) => Promise<void>) | undefined };

/** Shows the rear camera, or the only one there is, in a video. @throws when there is none or it is refused */
export async function startCamera(video: HTMLVideoElement): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
    if (video.srcObject === stream) video.srcObject = null;
  };
  try {
    video.srcObject = stream;
    await video.play();
  } catch (error) {
    stop();
    throw error;
  }
  const [track] = stream.getVideoTracks();
  return { stop, switchTorch: track && hasTorch(track) ? (isOn) => switchTorch(track, isOn) : undefined };
}

/** The torch is not in TypeScript's list of what a camera can do. */
type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean };
type TorchConstraints = MediaTrackConstraintSet & { torch: boolean };

function hasTorch(track: MediaStreamTrack): boolean {
  const capabilities: TorchCapabilities = 'getCapabilities' in track ? track.getCapabilities() : {};
  return capabilities.torch === true;
}

function switchTorch(track: MediaStreamTrack, isOn: boolean): Promise<void> {
  const constraints: TorchConstraints = { torch: isOn };
  return track.applyConstraints({ advanced: [constraints] });
}
