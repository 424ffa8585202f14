//! Chromium without a window, driven by the DevTools protocol over two pipes. No port and no network are used.
use std::{
    collections::HashMap,
    env, fs,
    io::{BufRead as _, BufReader, Write as _, stderr},
    path::{Path, PathBuf},
    process::{ChildStdin, Command, Stdio},
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicU64, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// The environment variable that names the browser to use.
const BROWSER_VARIABLE: &str = "KAISER_BROWSER";
const NAMES: [&str; 3] = ["chromium", "chromium-headless-shell", "google-chrome"];
/// The browser opens no window and sends nothing to any server.
const OPTIONS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
];
/// Chromium reads commands from descriptor 3 and writes answers to descriptor 4.
const START: &str = "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1";
/// Tests wait at most this long for what should come at once: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running browser. However this process ends, both pipes close, and the browser ends too.
pub struct Browser {
    commands: Mutex<ChildStdin>,
    waiting: Mutex<HashMap<u64, Sender<Value>>>,
    events: Mutex<HashMap<String, Vec<Value>>>,
    next: AtomicU64,
}

/// Returns the browser that all tests share. `None` if this machine has none: then a line on the terminal says so.
///
/// # Panics
/// `CI` is set and there is no browser.
pub fn browser() -> Option<&'static Browser> {
    static BROWSER: OnceLock<Option<&'static Browser>> = OnceLock::new();
    *BROWSER.get_or_init(|| {
        let program =
            env::var_os(BROWSER_VARIABLE).map(PathBuf::from).or_else(|| NAMES.iter().find_map(|name| in_path(name)));
        if program.is_none() {
            assert!(
                env::var_os("CI").is_none(),
                "no Chromium: install Debian's package, or name one by {BROWSER_VARIABLE}"
            );
            not_run("the browser tests, because there is no Chromium");
        }
        program.map(|program| Browser::start(&program))
    })
}

/// Reports that something was not tested. Writes to standard error itself, because the test harness hides `eprintln!`.
pub fn not_run(what: &str) {
    // A terminal that is gone needs no message.
    let _ = writeln!(stderr(), "NOT RUN: {what}");
}

fn in_path(name: &str) -> Option<PathBuf> {
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| path.is_file())
}

impl Browser {
    fn start(program: &Path) -> &'static Browser {
        let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-profile");
        if profile.exists() {
            fs::remove_dir_all(&profile).unwrap();
        }
        let mut child = Command::new("/bin/sh")
            .args(["-c", START])
            .arg(program)
            .args(OPTIONS)
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (commands, answers) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let browser: &'static Browser = Box::leak(Box::new(Browser {
            commands: Mutex::new(commands),
            waiting: Mutex::default(),
            events: Mutex::default(),
            next: AtomicU64::new(1),
        }));
        thread::spawn(move || {
            let mut answers = BufReader::new(answers);
            let mut message = Vec::new();
            while answers.read_until(0, &mut message).is_ok_and(|count| 0 < count) {
                message.pop();
                browser.receive(serde_json::from_slice(&message).unwrap());
                message.clear();
            }
            // Drop the senders, so that every waiting call fails at once.
            browser.waiting.lock().unwrap().clear();
            child.wait().unwrap();
        });
        browser
    }

    fn receive(&self, message: Value) {
        if let Some(id) = message["id"].as_u64() {
            if let Some(waiting) = self.waiting.lock().unwrap().remove(&id) {
                // A test that no longer waits has failed already.
                let _ = waiting.send(message);
            }
        } else if let Some(session) = message["sessionId"].as_str() {
            self.events.lock().unwrap().entry(session.to_owned()).or_default().push(message);
        }
    }

    fn call(&self, session: Option<&str>, method: &str, params: Value) -> Value {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        let (sender, answer) = channel();
        self.waiting.lock().unwrap().insert(id, sender);
        let mut bytes = serde_json::to_vec(&message).unwrap();
        bytes.push(0);
        self.commands.lock().unwrap().write_all(&bytes).unwrap();
        let answer = answer.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{method}: {error}"));
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }
}

/// How a page is looked at.
#[derive(Clone, Copy)]
pub struct Look {
    /// In pixels, like the height.
    pub width: u32,
    pub height: u32,
    pub is_dark: bool,
    pub has_script: bool,
}

impl Look {
    /// A window of some size, light, with script.
    pub fn new(width: u32, height: u32) -> Look {
        Look { width, height, is_dark: false, has_script: true }
    }
}

/// One tab of the browser, with everything that happened in it.
pub struct Tab {
    browser: &'static Browser,
    target: String,
    session: String,
}

impl Tab {
    /// Opens an address, and waits until it is loaded and its script, if it has one, is ready.
    pub fn open(browser: &'static Browser, address: &str, look: Look) -> Tab {
        let target = browser.call(None, "Target.createTarget", json!({ "url": "about:blank" }));
        let target = target["targetId"].as_str().unwrap().to_owned();
        let attached =
            browser.call(None, "Target.attachToTarget", json!({ "targetId": target.clone(), "flatten": true }));
        let tab = Tab { browser, target, session: attached["sessionId"].as_str().unwrap().to_owned() };
        for domain in ["Page", "Runtime", "Log", "Network"] {
            tab.call(&format!("{domain}.enable"), json!({}));
        }
        let size = json!({ "width": look.width, "height": look.height, "deviceScaleFactor": 1, "mobile": false });
        tab.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = json!({ "name": "prefers-color-scheme", "value": if look.is_dark { "dark" } else { "light" } });
        let motion = json!({ "name": "prefers-reduced-motion", "value": "reduce" });
        tab.call("Emulation.setEmulatedMedia", json!({ "features": [scheme, motion] }));
        tab.call("Emulation.setScriptExecutionDisabled", json!({ "value": !look.has_script }));
        tab.call("Page.navigate", json!({ "url": address }));
        tab.wait_for_event("Page.loadEventFired");
        if look.has_script {
            tab.wait_until("document.scripts.length === 0 || document.documentElement.dataset.ready !== undefined");
        }
        tab
    }

    pub fn call(&self, method: &str, params: Value) -> Value {
        self.browser.call(Some(&self.session), method, params)
    }

    /// Returns the value of a script. If it is a promise, waits for it.
    pub fn evaluate(&self, script: &str) -> Value {
        let params = json!({ "expression": script, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", params);
        assert!(answer["exceptionDetails"].is_null(), "{script}: {}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// Waits until a script gives true.
    pub fn wait_until(&self, script: &str) {
        let begun = Instant::now();
        while self.evaluate(script) != json!(true) {
            assert!(begun.elapsed() < PATIENCE, "never true: {script}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    fn wait_for_event(&self, method: &str) {
        let begun = Instant::now();
        while self.events(method).is_empty() {
            assert!(begun.elapsed() < PATIENCE, "no {method}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns the parameters of every event of a kind.
    pub fn events(&self, method: &str) -> Vec<Value> {
        let events = self.browser.events.lock().unwrap();
        let own = events.get(&self.session).map_or(&[][..], Vec::as_slice);
        own.iter().filter(|event| event["method"] == method).map(|event| event["params"].clone()).collect()
    }

    /// Presses and releases a key, for example `ArrowLeft`, `Tab`, `Enter` or `+`.
    pub fn press(&self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            " " => 32,
            "PageUp" => 33,
            "PageDown" => 34,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => 0,
        };
        let text = match key {
            "Enter" => "\r",
            single if single.chars().count() == 1 => single,
            _ => "",
        };
        for kind in ["keyDown", "keyUp"] {
            let mut params = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            if kind == "keyDown" && !text.is_empty() {
                params["text"] = json!(text);
            }
            self.call("Input.dispatchKeyEvent", params);
        }
    }

    /// Asserts that nothing was written to the console, and that the page requested only what `is_allowed` accepts.
    pub fn assert_quiet(&self, is_allowed: impl Fn(&str) -> bool) {
        for method in ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"] {
            assert_eq!(self.events(method), Vec::<Value>::new(), "{method}");
        }
        for request in self.events("Network.requestWillBeSent") {
            let address = request["request"]["url"].as_str().unwrap();
            assert!(is_allowed(address), "asks for {address}");
        }
    }

    /// Returns the file that `method` produces, for example the picture of `Page.captureScreenshot`.
    pub fn picture(&self, method: &str) -> Vec<u8> {
        use base64::{Engine as _, engine::general_purpose::STANDARD};
        STANDARD.decode(self.call(method, json!({ "printBackground": true }))["data"].as_str().unwrap()).unwrap()
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        // No answer is awaited. If the browser is gone, the test has already failed.
        let message = json!({ "id": 0, "method": "Target.closeTarget", "params": { "targetId": self.target } });
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        if let Ok(mut commands) = self.browser.commands.lock() {
            let _ = commands.write_all(&bytes);
        }
    }
}
