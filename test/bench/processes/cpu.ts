/** Loaded ahead of a server: tells its parent how much CPU time the process has used, whenever it is asked. */
process.on('message', () => process.send?.(process.cpuUsage()));
// Otherwise a program that fails at its start would never end, and its parent wait for it.
process.channel?.unref();
