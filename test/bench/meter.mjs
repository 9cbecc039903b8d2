/** Preloaded into a measured server; reports its CPU and memory on request. */
process.on('message', () => {
  const cpu = process.cpuUsage()
  const { maxRSS } = process.resourceUsage()
  process.send?.({ cpu, memory: process.memoryUsage.rss(), peak: maxRSS * 1024 })
})
process.channel?.unref()
