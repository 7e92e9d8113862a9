/** Work that may wait until so many frames have been drawn; gives back how to call it off. */
export function afterFrame(run: () => void, frames = 1): () => void {
  let later: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let left = frames;
  const next = (): void => {
    frame = requestAnimationFrame(() => {
      left -= 1;
      if (left > 0) next();
      else later = setTimeout(run);
    });
  };
  next();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(later);
  };
}
