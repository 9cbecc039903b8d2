/** Loaded before a server that is measured: it says what it cost so far when it is asked. */
process.on('message', () => process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage.rss() }))
process.channel?.unref()
