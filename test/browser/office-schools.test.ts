import t from 'tap'
import { violations } from '../support/browser.ts'
import { startOffice, walk } from '../support/office.ts'
import { makePlatform } from '../support/platform.ts'

/** Staff tasks with schools and products, once by keyboard and once without JavaScript. */
const { app, hands } = await startOffice()

walk(hands, {
  'Manage Consumer: not found, created, changed, secret rotated': async hand => {
    await hand.open('/manage_consumer')
    await hand.press('Find')
    await hand.reads('Key field cannot be blank')
    await hand.type('Key', `school_${hand.name}`)
    await hand.press('Find')
    await hand.reads('Consumer not found')
    await hand.press('Create')
    await hand.reads('Name field cannot be blank')
    await hand.type('Name', `${hand.name} School`)
    await hand.press('Create')
    await hand.reads('Shared secret')
    await hand.type('Email domain', `${hand.name}.example`)
    await hand.untick('Card payment')
    if (hand.script) {
      await hand.untick('Access code')
      await hand.page.locator('main input[name=accepts_access_code]:checked').waitFor()
    }
    await hand.press('Update')
    await hand.reads('School updated.')
    await hand.press('Make a new secret…')
    await hand.reads('We show it once.')
    await hand.type('Reason', 'it was mailed around')
    await hand.press('Make a new secret')
    await hand.reads('Shared secret')
    if (!hand.script) return
    t.strictSame(await violations(hand.page), [])
    // Clearing the first box resets all, and a reload brings it again.
    await hand.open(`/manage_consumer?key=school_${hand.name}`)
    await hand.type('Key', 'x')
    await hand.page.keyboard.press('Backspace')
    await hand.page.waitForFunction(() => document.querySelectorAll('main .panel').length === 1)
    await hand.page.reload()
    await hand.reads('lively School')
  },
  'Manage Product: not found, created, changed': async hand => {
    const code = `NEW-${hand.name}`
    await hand.open('/manage_product')
    await hand.type('Product Code', code)
    await hand.press('Check')
    await hand.reads('Product not found')
    await hand.type('Stripe Price ID', 'price_demo_spare')
    await hand.type('Name', `${hand.name} product`)
    await hand.tick('9')
    await hand.tick('3')
    await hand.press('Create Product')
    await hand.reads('Product created.')
    await hand.reads('3, 9')
    await hand.follow('Update Product')
    await hand.type('Name', `${hand.name} product, again`)
    await hand.press('Update Product')
    await hand.reads('Product updated.')
    await hand.reads(`${hand.name} product, again`)
  },
  'Create LTI 1.3 Credentials': async hand => {
    await hand.open('/create_platform')
    await hand.press('Submit')
    await hand.reads('Both domain and client ID fields must have values.')
    await hand.type('Domain', `${hand.name}.brightspace.com`)
    await hand.type('ClientID', `client-${hand.name}`)
    await hand.press('Submit')
    await hand.reads('Platform created.')
    await hand.reads(`https://${hand.name}.brightspace.com/d2l/lti/authenticate`)
    await hand.reads(`https://${hand.name}.brightspace.com/d2l/.well-known/jwks`)
    await hand.reads('https://auth.brightspace.com/core/connect/token')
  },
  'invites an LMS to register, and switches a platform off and on': async hand => {
    const { platform } = await makePlatform(app, { domain: `${hand.name}.lms.example` })
    await hand.open('/platforms')
    await hand.press('Create invite link')
    await hand.reads('Enter the name of the school.')
    await hand.type('Name of the school', 'River High')
    await hand.press('Create invite link')
    await hand.reads(/\/lti\/register\?invite=/)
    await hand.press(`Switch off… ${platform.domain}`)
    await hand.reads(`No one can open Signbook from ${platform.domain}`)
    await hand.type('Reason', 'the contract has ended')
    await hand.press('Switch off')
    await hand.reads(`${platform.domain} is turned off.`)
    await hand.press(`Switch on ${platform.domain}`)
    await hand.reads(`${platform.domain} is turned on.`)
    await hand.open(`/platforms/${platform.id}`)
    await hand.press('Turn off launches without cookies')
    await hand.reads(`People at ${platform.domain} need cookies`)
    await hand.press('Use own keys…')
    await hand.reads(`/lti/keys/${platform.id}`)
    await hand.press('Change the keys')
    await hand.reads('with its own keys')
  },
  'approves a waiting deployment': async hand => {
    const { deployment } = await makePlatform(app, {
      deployment: { status: 'waiting', deploymentId: `d-${hand.name}` },
    })
    await hand.open('/deployments')
    await hand.reads(deployment.deploymentId)
    await hand.type('Name of the new school', `${hand.name} College`)
    await hand.press('Approve')
    await hand.reads(`${hand.name} College is approved.`)
  },
  "sets a school's default products": async hand => {
    const school = hand.script ? 'Lakeside College' : 'Riverbend High School'
    await hand.open('/manage_consumer')
    await hand.follow(school)
    await hand.tick('American Sign Language 2 (ASL2)')
    await hand.press('Save default products')
    await hand.reads(`New courses of ${school} now start with ASL2.`)
    await hand.reads('Sam S')
  },
  'Manage video hosting: adds and removes a domain': async hand => {
    await hand.open('/manage_sproutvideo')
    await hand.type('Domain', 'nonsense')
    await hand.press('Check')
    await hand.reads('Cannot get information for domain')
    await hand.type('Domain', `${hand.name}.example`)
    await hand.press('Check')
    await hand.reads('No account lists this domain yet.')
    await hand.tick('sprout7-8')
    await hand.tick('sprout1')
    await hand.press('Add')
    await hand.reads('Added.')
    await hand.tick('sprout1')
    await hand.press('Remove')
    await hand.reads('Removed.')
  },
})
