import { join } from 'node:path'
import { type Child, startChild } from '../child.ts'
import { folder } from './install.ts'

const modules = join(folder, 'node_modules')

/** Start commands of the production servers of the peers, and the packages whose versions the table names. */
const peers = {
  'Next 16, app router': { packages: ['next'], cwd: 'next', args: [join(modules, 'next/dist/bin/next'), 'start'] },
  'React Router 7, its serve': {
    packages: ['react-router'],
    cwd: 'react-router',
    args: [join(modules, '@react-router/serve/bin.js'), 'dist/server/index.js'],
  },
  '@fastify/react': {
    packages: ['@fastify/react', '@fastify/vite', 'fastify'],
    cwd: 'fastify-react',
    args: ['server.mjs'],
  },
  'Express 5 and EJS': { packages: ['express', 'ejs'], cwd: '.', args: ['express-ejs.mjs'] },
}

export type Peer = keyof typeof peers
export const peerNames = Object.keys(peers) as Peer[]
export const packagesOfPeers = [...peerNames.flatMap(name => peers[name].packages), 'react', 'ltijs', 'ltijs-sequelize']

/** Starts a peer; it is ready when it shows the page. */
export const startPeer = (name: Peer, databaseUrl: string, page: string): Promise<Child> => {
  const { args, cwd } = peers[name]
  return startChild(args, { DATABASE_URL: databaseUrl, NODE_NO_WARNINGS: '1' }, page, { cwd: join(folder, cwd) })
}

export const startLtijs = (databaseUrl: string, lms: string): Promise<Child> =>
  startChild(['ltijs.mjs'], { DATABASE_URL: databaseUrl, LMS: lms }, '/keys', { cwd: folder })
