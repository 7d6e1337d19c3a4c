/** Keeps the screen on, where the browser can, until the returned function is called. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  // A browser lets it go when the page is hidden; one that does not want to is its own master.
  const take = async () => {
    if (document.hidden || !navigator.wakeLock) return;
    const taken = await navigator.wakeLock.request('screen').catch(() => undefined);
    if (isOver) await taken?.release();
    else lock = taken;
  };
  void take();
  document.addEventListener('visibilitychange', take);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', take);
    void lock?.release();
  };
}
