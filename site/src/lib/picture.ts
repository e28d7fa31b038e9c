// Photos that people send: drawn anew before they leave the browser, so that they are no larger than
// they need to be, stand upright, and carry nothing of the camera or the place.

export interface Size {
  width: number;
  height: number;
}

/** The same shape, with no side longer than `longest`. */
export function fitted(size: Size, longest: number): Size {
  const factor = Math.min(1, longest / Math.max(size.width, size.height));
  return {
    width: Math.max(1, Math.round(size.width * factor)),
    height: Math.max(1, Math.round(size.height * factor)),
  };
}

/** What could not be read as a picture. */
export class NotAPicture extends Error {}

function drawn(source: CanvasImageSource, size: Size, quality: number): string {
  const canvas = document.createElement("canvas");
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext("2d");
  if (!context) throw new NotAPicture();
  // JPEG knows no transparency; what shows through is white paper.
  context.fillStyle = "white";
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, size.width, size.height);
  return canvas.toDataURL("image/jpeg", quality);
}

/** A picture file as a JPEG in a data URL. Throws NotAPicture. */
export async function jpegOfFile(file: Blob, longest: number, quality: number): Promise<string> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    throw new NotAPicture();
  }
  try {
    return drawn(bitmap, fitted(bitmap, longest), quality);
  } finally {
    bitmap.close();
  }
}

/** What a playing video shows at this moment. */
export function jpegOfVideo(video: HTMLVideoElement, longest: number, quality: number): string {
  const size = { width: video.videoWidth, height: video.videoHeight };
  if (size.width === 0 || size.height === 0) throw new NotAPicture();
  return drawn(video, fitted(size, longest), quality);
}

/** How many bytes a base64 data URL stands for. */
export const bytesOf = (url: string): number =>
  Math.floor(((url.length - url.indexOf(",") - 1) * 3) / 4);
