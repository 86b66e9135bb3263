// Drives the extension in real VS Code (code-server) in headless Chromium, as a user does: squiggle, Problems, quick fix,
// saved file, scan, tree, difference, apply. Called by check_vscode.py, which compares the files afterwards.
//
// Usage: node drive.js URL SCREENSHOT-FOLDER
const {chromium} = require('playwright-core');
const path = require('path');

const [url, screenshots] = process.argv.slice(2);
const begin = Date.now();
let page;

function log(what) {
  console.log(`${((Date.now() - begin) / 1000).toFixed(1)} s  ${what}`);
}

function check(condition, what) {
  if (!condition)
    throw new Error(what);
  log(what);
}

async function shoot(name) {
  await page.screenshot({path: path.join(screenshots, name + '.png')});
}

async function command(title) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input').first().waitFor();
  await page.keyboard.type(title);
  const row = page.locator('.quick-input-list .monaco-list-row', {hasText: title}).first();
  await row.waitFor();
  await row.click();
}

async function open(name) {
  await page.keyboard.press('Control+P');
  await page.locator('.quick-input-widget input').first().waitFor();
  await page.keyboard.type(name);
  await page.locator('.quick-input-list .monaco-list-row', {hasText: name}).first().click();
  await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
}

async function goTo(line, column) {
  await page.keyboard.press('Control+G');
  await page.locator('.quick-input-widget input').first().waitFor();
  await page.keyboard.type(`${line}:${column}`);
  await page.keyboard.press('Enter');
  await page.locator('.statusbar-item', {hasText: `Ln ${line}, Col ${column}`}).waitFor();
  await page.locator('.quick-input-widget').waitFor({state: 'hidden'});
}

async function quickFix(title) {
  const menu = page.locator('.action-widget:not(.action-list-submenu-panel)').first();
  // The key is lost while the editor is busy.
  for (let tries = 0; !await menu.isVisible() && tries < 20; ++tries) {
    await page.keyboard.press('Control+.');
    await menu.waitFor({timeout: 6000}).catch(() => {});
  }
  const row = menu.locator('.monaco-list-row', {hasText: title}).first();
  await row.waitFor();
  return {menu, row};
}

async function saved(name) {
  await page.keyboard.press('Control+S');
  await page.locator(`.tab[data-resource-name="${name}"]:not(.dirty)`).waitFor();
}

async function main() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
  });
  page = await (await browser.newContext({viewport: {width: 1280, height: 800}})).newPage();
  page.setDefaultTimeout(120000);
  try {
    await page.goto(url, {waitUntil: 'domcontentloaded'});
    await page.locator('.monaco-workbench .explorer-folders-view').waitFor();
    log('the workbench is up');

    // As typed: squiggle, Problems, status bar, lens.
    await open('fix.cpp');
    await page.locator('.monaco-editor .squiggly-warning').first().waitFor();
    log('the squiggle is shown');
    await page.locator('.codelens-decoration', {hasText: 'Fuse these 2 loops'}).first().waitFor();
    log('the lens is shown');
    const status = page.locator('.statusbar-item[id$="loopfuse.count"]');
    await status.filter({hasText: '1'}).waitFor();
    log('the status bar counts one');
    await page.keyboard.press('Control+Shift+M');
    const problem = page.locator('.markers-panel .monaco-list-row', {hasText: 'loopfuse-vertical'}).first();
    await problem.waitFor();
    check((await problem.innerText()).includes("these 2 loops can be fused: 't' becomes a scalar"), 'Problems has the finding');
    await shoot('problems');

    // The quick fix.
    await page.locator('.monaco-editor .view-lines').first().click();
    await goTo(4, 5);
    const fix = await quickFix('Fuse these 2 loops');
    const offered = await fix.menu.innerText();
    check(offered.includes('Preview: Fuse these 2 loops') && offered.includes('Suppress with NOLINT'), 'the menu is complete');
    await shoot('quick-fix');
    await fix.row.click();
    await page.locator('.view-line', {hasText: 't_i'}).first().waitFor();
    await saved('fix.cpp');
    await status.filter({hasText: '0'}).waitFor();
    log('fused, saved and nothing left');

    // The whole project.
    await command('loopfuse: Scan project');
    await page.locator('.monaco-list-row', {hasText: 'big.cpp:4'}).first().waitFor();
    const names = (await page.locator('.sidebar .monaco-list-row').allInnerTexts()).map(text => text.replace(/\s+/g, ' '));
    const big = names.findIndex(text => text.includes('big.cpp:4')), small = names.findIndex(text => text.includes('small.cpp:4'));
    check(big >= 0 && small > big && names[big].includes('MB'), `the tree is ranked: ${names.join(' | ')}`);

    // The difference, then applied.
    const row = page.locator('.sidebar .monaco-list-row', {hasText: 'big.cpp:4'}).first();
    await row.hover();
    await row.locator('.action-label[aria-label*="Preview"]').click();
    await page.locator('.monaco-diff-editor .line-insert').first().waitFor();
    log('the difference is shown');
    await page.waitForTimeout(1000); // For the picture: colours arrive late.
    await shoot('preview');
    await page.locator('.editor-actions .action-label[aria-label*="Apply the fusion"]').first().click();
    await page.locator('.tab.active[data-resource-name="big.cpp"]').waitFor();
    await page.locator('.view-line', {hasText: 't_i'}).first().waitFor();
    await saved('big.cpp');
    log('applied and saved');

    // The lens shows the difference first; the file stays as it is.
    await page.locator('.sidebar .monaco-list-row', {hasText: 'small.cpp:4'}).first().click();
    await page.locator('.tab.active[data-resource-name="small.cpp"]').waitFor();
    await page.locator('.statusbar-item', {hasText: 'Ln 4, Col 1'}).waitFor();
    log('an entry of the tree leads to the loops');
    await page.locator('.codelens-decoration a', {hasText: 'Fuse these 2 loops'}).first().click();
    await page.locator('.monaco-diff-editor .line-insert').first().waitFor();
    log('the lens shows the difference');
  } catch (error) {
    await shoot('failed').catch(() => {});
    throw error;
  } finally {
    await browser.close();
  }
}

main().then(() => log('done'), error => {
  console.error(error);
  process.exit(1);
});
