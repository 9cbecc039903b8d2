import { readFile } from 'node:fs/promises'
import t from 'tap'
import { launchAt, redeemAt } from '../support/browserless.ts'
import { type Hand, startOffice, walk } from '../support/office.ts'

/** Staff tasks with codes, once by keyboard and once without JavaScript. */
const { server, hands } = await startOffice()

const student = async (hand: Hand, course: string) => {
  const email = `${hand.name}-${course}@school.example`
  const over = { context_id: course, user_id: email, lis_person_contact_email_primary: email }
  return { email, token: (await launchAt(server.base, over)).token }
}

walk(hands, {
  'Check Access Code: change, transfer and release': async hand => {
    const code = hand.script ? 'DEMO-ASL1-0001' : 'DEMO-ASL1-0002'
    const [here, there] = [await student(hand, 'demo-asl1'), await student(hand, 'demo-asl12')]
    await redeemAt(server.base, here.token, code)
    await hand.open('/access_code')
    await hand.type('Access code', 'NOPE00')
    await hand.press('Check')
    await hand.reads('Access code not found')
    await hand.type('Access code', code.toLowerCase())
    await hand.press('Check')
    await hand.reads('1/1')
    await hand.reads(here.email)
    await hand.type('Uses', '3')
    await hand.type('Good until', hand.script ? '12312030' : '2030-12-31')
    await hand.press('Change')
    await hand.reads('12/31/30')
    await hand.type('Transfer to', there.email)
    await hand.press('Find person')
    await hand.reads(`${code} (American Sign Language 1) moves from`)
    await hand.type('Reason', 'changed course')
    await hand.press('Transfer')
    await hand.reads('now counts for the other course')
    await hand.reads(there.email)
    await hand.reads('Anyone who has it can use it')
    await hand.press('Release')
    await hand.reads('Enter a reason.')
    await hand.type('Reason', 'lost card')
    await hand.press('Release')
    await hand.reads(`${code} can be used again.`)
    await hand.reads('0/3')
  },
  'makes a batch of codes: CSV and cards': async hand => {
    await hand.open('/codes')
    await hand.choose('Product', 'American Sign Language 1 (ASL1)')
    await hand.type('How many', '3')
    await hand.type('Note', `for ${hand.name}`)
    await hand.press('Make codes')
    await hand.reads('3 codes')
    const saved = hand.page.waitForEvent('download')
    await hand.take('Save as CSV')
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n')
    t.equal(lines.length, 4, 'a header and three codes')
    await hand.follow('Print cards')
    // Each card has a QR code.
    await hand.page.locator('main svg').nth(2).waitFor()
  },
  'makes one chosen code': async hand => {
    await hand.open('/codes')
    await hand.choose('Product', 'American Sign Language 2 (ASL2)')
    await hand.type('How many', '1')
    await hand.type('Uses per code', '30')
    await hand.type('Your own code', `${hand.name}-2027`)
    await hand.press('Make codes')
    await hand.reads('0/30')
    await hand.reads(new RegExp(`${hand.name}-2027`, 'i'))
  },
  'Import Access Codes': async hand => {
    await hand.open('/import_access_codes')
    await hand.press('Upload and check')
    await hand.reads(/file/)
    await hand.attach('CSV or Excel file', 'codes.csv', `coupon_code,product_code\nFILE-${hand.name}-1,ASL1\nAB,ASL1\n`)
    await hand.press('Upload and check')
    await hand.reads('Shorter than 6 characters')
    const saved = hand.page.waitForEvent('download')
    await hand.take('Save as CSV')
    const file = await readFile(await (await saved).path(), 'utf8')
    t.equal(file, 'Line,Access code,Product,Reason\r\n3,AB,ASL1,Shorter than 6 characters\r\n')
    await hand.press('Import 1 code')
    await hand.reads('Imported 1 of 2 access codes.')
  },
})
