/** Numbers as people read them. */

/** Minutes and seconds, or hours and days when there is plenty. */
export function clockText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const days = Math.floor(seconds / 86_400);
  const two = (n: number): string => String(n).padStart(2, '0');
  if (days > 0) return `${days}d ${two(Math.floor((seconds % 86_400) / 3600))}h`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** With the sign written out; a true minus, and ± for nothing. */
export function signed(n: number): string {
  return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '±0';
}
