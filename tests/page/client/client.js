"use strict";
// Opens a page in a headless browser, as a reader would. Arguments: the browser, the page of
// `list.idf`, the page of `Hostile.java`, a folder for screenshots (or nothing).
const puppeteer = require("puppeteer-core");
const { pathToFileURL } = require("node:url");
const [browserPath, list, hostile, long, shots] = process.argv.slice(2);

let passed = 0;
const check = (what, holds) => {
  if (!holds) throw new Error(`fails: ${what}`);
  passed += 1;
};

const opened = async (browser, file, scheme, width = 1500) => {
  const page = await browser.newPage();
  const seen = { errors: [], requests: [] };
  page.on("console", (message) => {
    if (["error", "warn"].includes(message.type())) seen.errors.push(message.text());
  });
  page.on("pageerror", (error) => seen.errors.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) seen.requests.push(request.url());
  });
  await page.setViewport({ width, height: 950 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(pathToFileURL(file).href, { waitUntil: "networkidle0" });
  return { page, seen };
};

const isQuiet = (seen, file) => {
  check(`no console error: ${seen.errors}`, seen.errors.length === 0);
  check(`no request but the page: ${seen.requests}`, seen.requests.length === 1);
  check("it is the page", seen.requests[0].startsWith(pathToFileURL(file).href));
};

// Pairs of visible texts that lie on one another. A text has a box for each of its lines; what is
// cut off by a box that scrolls is not visible.
const overlaps = (page) => page.evaluate(() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const holder = node.parentElement;
    if (!node.data.trim() || holder.closest("script, style") || !holder.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      let [left, top, right, bottom] = [rect.left, rect.top, rect.right, rect.bottom];
      for (let outer = holder; outer; outer = outer.parentElement) {
        const style = getComputedStyle(outer);
        if (outer === document.body || style.overflowX === "visible" && style.overflowY === "visible") continue;
        const clip = outer.getBoundingClientRect();
        [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
        [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
      }
      if (right - left > 2 && bottom - top > 2) boxes.push({ left, top, right, bottom, node, text: node.data.trim() });
    }
  }
  boxes.sort((a, b) => a.top - b.top);
  const found = [];
  boxes.forEach((a, at) => {
    for (const b of boxes.slice(at + 1)) {
      if (b.top >= a.bottom) break;
      const [x, y] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - b.top];
      // A text that is cut with an ellipsis has two boxes.
      if (a.node === b.node) continue;
      // Lines are set closer than their fonts' boxes are high.
      if (x > 1.5 && y > 6) found.push(`"${a.text.slice(0, 40)}" and "${b.text.slice(0, 40)}"`);
    }
  });
  return found;
});

const current = (page) => page.$eval(".state.current", (state) => state.id);

const main = async () => {
  const browser = await puppeteer.launch({
    executablePath: browserPath,
    headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  try {
    for (const scheme of ["light", "dark"]) {
      const { page, seen } = await opened(browser, list, scheme);
      check("one state is shown", (await page.$$(".state.current")).length === 1);
      check("a failure is shown first", await page.$eval(".state.current", (s) => s.classList.contains("fails")));
      const text = await page.$eval(".state.current", (state) => state.innerText);
      check("the failing conjunct is shown", text.includes("b.value = old(a.value)"));
      const hidden = await page.$$eval(".state:not(.current)", (all) => all.every((s) => s.offsetParent === null));
      check("other states are hidden", hidden);
      const drawn = await page.$eval(".state.current svg.heap", (svg) => ({
        boxes: svg.querySelectorAll(".object").length,
        arrows: svg.querySelectorAll(".arrow").length,
        width: svg.getBoundingClientRect().width,
      }));
      check("the heap has two boxes", drawn.boxes === 2);
      check("the heap has two arrows", drawn.arrows === 2);
      check("the heap is visible", drawn.width > 100);
      if (shots) await page.screenshot({ path: `${shots}/failure-${scheme}.png` });
      const failed = await current(page);
      await page.keyboard.press("p");
      const before = await current(page);
      check("`p` goes to the state before", before !== failed);
      check("its tree entry is marked", (await page.$$(".tree a.current")).length === 1);
      check("its line is marked", (await page.$$(".line.here")).length === 1);
      await page.keyboard.press("n");
      check("`n` goes to the next state", (await current(page)) === failed);
      await page.keyboard.press("ArrowLeft");
      check("arrows do so, too", (await current(page)) === before);
      const changed = await page.$$eval(".state ins", (all) => all.length);
      check("changes are marked", changed > 0);
      await page.keyboard.press("f");
      check("`f` goes to the next failure", (await current(page)) === failed);
      await page.keyboard.press("m");
      const other = await page.$eval(".execution.current h2", (h) => h.innerText);
      check("`m` goes to another member", (await page.$$(".execution.current")).length === 1 && !other.includes("swap"));
      if (shots) {
        for (let i = 0; i < 5; i++) await page.keyboard.press("n");
        await page.screenshot({ path: `${shots}/list-${scheme}.png` });
      }
      const back = await page.$eval("body", (body) => getComputedStyle(body).backgroundColor);
      const [r] = back.match(/\d+/g).map(Number);
      check(`${scheme} has its colours`, scheme === "light" ? r > 200 : r < 60);
      isQuiet(seen, list);
      await page.close();
    }
    for (const scheme of ["light", "dark"]) {
      for (const width of [800, 1300, 1600]) {
        for (const [name, file] of [["list", list], ["hostile", hostile], ["long", long]]) {
          const { page } = await opened(browser, file, scheme, width);
          check("the page opens at its top", await page.evaluate(() => scrollY === 0));
          const top = await page.$eval("h1", (h) => h.getBoundingClientRect().top);
          check("the title is not cut off", top >= 0);
          const found = await overlaps(page);
          if (shots) await page.screenshot({ path: `${shots}/${name}-${scheme}-${width}.png` });
          check(`no texts overlap (${name}, ${scheme}, ${width}): ${found.slice(0, 5).join("; ")}`, found.length === 0);
          await page.close();
        }
      }
    }
    const { page, seen } = await opened(browser, hostile, "light");
    check("text of the program is no markup", (await page.title()).startsWith("veriframe: "));
    check("there is one script", (await page.$$("script")).length === 1);
    check("there is no picture", (await page.$$("img")).length === 0);
    const code = await page.$eval(".code", (of) => of.innerText);
    check("the text is shown as it is", code.includes(`</script><script>document.title = "broken"</script>`));
    check("with its quotes", code.includes(`document.title = 'broken'</script>\\"'<b>&lt;"`));
    isQuiet(seen, hostile);
    await page.close();

    // Without scripts, all text is there.
    const plain = await browser.newPage();
    await plain.setJavaScriptEnabled(false);
    await plain.goto(pathToFileURL(list).href);
    const visible = await plain.evaluate(() => document.body.innerText).catch(() => null);
    const html = visible ?? (await plain.content());
    check("without scripts, failures are readable", html.includes("b.value = old(a.value)"));
    if (shots) await plain.screenshot({ path: `${shots}/plain.png`, fullPage: false });
  } finally {
    await browser.close();
  }
  console.log(`${passed} checks passed`);
};

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
