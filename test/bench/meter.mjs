/** Loaded before a server that is measured: it says what it cost so far when it is asked. */
process.on('message', () => {
  const cpu = process.cpuUsage()
  const { maxRSS } = process.resourceUsage()
  process.send?.({ cpu, memory: process.memoryUsage.rss(), peak: maxRSS * 1024 })
})
process.channel?.unref()
