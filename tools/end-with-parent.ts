// Preloaded (`node --import`) into the processes we start: if their parent is killed without a word,
// they stop gracefully instead of holding the port for ever.
const parent = process.ppid

setInterval(() => {
  if (process.ppid === parent) return
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10_000).unref()
}, 500).unref()
