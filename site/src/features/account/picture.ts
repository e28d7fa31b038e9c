// A picture becomes small and square before it is sent: phones take photos of many megabytes, and
// the browser turns them upright, which the server would not.
const side = 256;
const quality = 0.9;

/** A data URL of 256 × 256 pixels; throws for a file that no browser can draw. */
export async function squarePicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  const shown = Math.min(bitmap.width, bitmap.height);
  const left = (bitmap.width - shown) / 2;
  const top = (bitmap.height - shown) / 2;
  // What is transparent becomes white, as on the server.
  context.fillStyle = "white";
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, left, top, shown, shown, 0, 0, side, side);
  bitmap.close();
  return canvas.toDataURL("image/jpeg", quality);
}
