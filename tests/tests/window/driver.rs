//! The app's real window under remote control: WebKit's own driver, one for each window.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

/// No step of a test may take longer; on a busy machine the window alone takes some seconds.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The browser that comes with Debian's WebKit.
const BROWSER: &str = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";

/// Whether an element and everything that it is in has come to rest; what moves for ever may. Told from
/// within a frame: outside of one an animation may have ended whose last step is still in the layout.
const RESTS: &str = r#"
    const [css, tell] = arguments;
    const ends = (one) => one.effect?.getComputedTiming().endTime !== Infinity;
    const moves = (one) => one.playState === 'running' && ends(one);
    requestAnimationFrame(() => {
        let at = document.querySelector(css);
        while (at && !at.getAnimations().some(moves)) at = at.parentElement;
        tell(at === null);
    });
"#;

/// What a page shows, for the message of a test that waits in vain.
pub(crate) const SHOWN: &str = r#"
    const top = document.querySelector('dialog[open]') ?? document.body;
    return top.innerText;
"#;

/// A window of the app or of a browser, with a data folder of its own.
pub(crate) struct Window {
    client: Client,
    driver: Driver,
}

/// The driver's process; it ends with its owner.
struct Driver {
    process: Child,
    port: u16,
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Driver {
    /// Starts a driver whose window keeps its data below `data`. Without a bus of its session it is as
    /// alone as on another computer.
    fn start(data: &Path, bus: Option<&str>) -> Self {
        let any = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let free = TcpListener::bind(any).expect("a free port");
        let port = free.local_addr().expect("a bound address").port();
        drop(free);
        let process = Command::new("WebKitWebDriver")
            .arg(format!("--port={port}"))
            // Without these the web view refuses to be driven, and the driver waits for ever.
            .env("TAURI_AUTOMATION", "true")
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .env("XDG_DATA_HOME", data)
            .env("XDG_CACHE_HOME", data.join("cache"))
            .env("XDG_CONFIG_HOME", data.join("config"))
            .env(
                "DBUS_SESSION_BUS_ADDRESS",
                bus.unwrap_or("unix:path=/nowhere"),
            )
            .env("MESA_SHADER_CACHE_DISABLE", "true")
            .stdout(Stdio::null())
            .spawn()
            .expect("WebKitWebDriver is installed (Debian: webkit2gtk-driver)");
        let driver = Self { process, port };
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            assert!(Instant::now() < deadline, "the driver does not listen");
            thread::sleep(Duration::from_millis(50));
        }
        driver
    }
}

impl Window {
    /// Starts the app on a data folder and waits for its page.
    pub(crate) async fn open(data: &Path) -> Self {
        let window = Self::start(data, &binary(), &[]).await;
        window.find(r#"[data-testid="home-play"]:enabled"#).await;
        window
    }

    /// Starts the app by a link, as the system does.
    pub(crate) async fn open_by(data: &Path, link: &str) -> Self {
        Self::start(data, &binary(), &[link]).await
    }

    /// Starts the app in a session of a desktop, whose programs find each other at `bus`.
    pub(crate) async fn open_at_desk(data: &Path, bus: &str) -> Self {
        let driver = Driver::start(data, Some(bus));
        let window = Self::connect(driver, &binary(), &[]).await;
        window.find(r#"[data-testid="home-play"]:enabled"#).await;
        window
    }

    /// Starts a browser and shows a page in it.
    pub(crate) async fn browse(data: &Path, address: &str) -> Self {
        let window = Self::start(data, Path::new(BROWSER), &["--automation"]).await;
        let shown = window.client.goto(address).await;
        shown.unwrap_or_else(|error| panic!("{address}: {error}"));
        window
    }

    async fn start(data: &Path, binary: &Path, args: &[&str]) -> Self {
        Self::connect(Driver::start(data, None), binary, args).await
    }

    async fn connect(driver: Driver, binary: &Path, args: &[&str]) -> Self {
        let options = json!({"binary": binary, "args": args});
        let capabilities = json!({"webkitgtk:browserOptions": options});
        let Value::Object(capabilities) = capabilities else {
            unreachable!("an object was written")
        };
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities);
        let address = format!("http://127.0.0.1:{}", driver.port);
        let client = tokio::time::timeout(PATIENCE, builder.connect(&address))
            .await
            .expect("the window opens in time")
            .expect("the window opens");
        Self { client, driver }
    }

    /// Waits for an element.
    pub(crate) async fn find(&self, css: &str) -> Element {
        let wait = self.client.wait().at_most(PATIENCE);
        let found = wait.for_element(Locator::Css(css)).await;
        match found {
            Ok(found) => found,
            Err(error) => panic!("{css}: {error}; the page shows {}", self.ask(SHOWN).await),
        }
    }

    /// Clicks an element as soon as it is there, rests and takes clicks. The driver works out where to
    /// click and then clicks: of a sheet that slides in, it would hit what has come there meanwhile.
    pub(crate) async fn click(&self, css: &str) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let element = self.find(css).await;
            let refused = if self.rests(css).await {
                let Err(error) = element.click().await else {
                    return;
                };
                error.to_string()
            } else {
                "it moves".to_owned()
            };
            assert!(Instant::now() < deadline, "{css}: {refused}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn rests(&self, css: &str) -> bool {
        let answer = self.client.execute_async(RESTS, vec![css.into()]).await;
        answer.unwrap_or_else(|error| panic!("{css}: {error}")) == true
    }

    /// What a script in the page returns.
    pub(crate) async fn ask(&self, script: &str) -> Value {
        let answer = self.client.execute(script, Vec::new()).await;
        answer.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Asks until the answer is as wanted, and returns it.
    pub(crate) async fn until(&self, script: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let answer = self.ask(script).await;
            if wanted(&answer) {
                return answer;
            }
            assert!(Instant::now() < deadline, "still {answer}: {script}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// The app's main process.
    pub(crate) fn process(&self) -> u32 {
        let apps = children(self.driver.process.id());
        let [app] = apps[..] else {
            panic!("the driver runs one app, not {apps:?}")
        };
        app
    }

    /// Kills the app as the system does: without a word.
    pub(crate) fn kill(self) {
        let app = self.process();
        let killed = Command::new("kill")
            .args(["-KILL", &app.to_string()])
            .status();
        assert!(killed.expect("kill runs").success());
        // It is dead when the system lists it no longer, or as a corpse without files.
        let deadline = Instant::now() + PATIENCE;
        while fs::read_link(format!("/proc/{app}/exe")).is_ok() {
            assert!(Instant::now() < deadline, "the app survives");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Closes the window as a person does, and waits until the app has ended.
    pub(crate) async fn close(self) {
        let app = children(self.driver.process.id());
        let closed = self.client.close_window().await;
        closed.expect("the window closes");
        let deadline = Instant::now() + PATIENCE;
        while app
            .iter()
            .any(|app| fs::read_link(format!("/proc/{app}/exe")).is_ok())
        {
            assert!(Instant::now() < deadline, "the app does not end");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// The app's binary: where `cargo xtask test` built it, or told by the environment.
pub(crate) fn binary() -> PathBuf {
    let told = env::var_os("VIERSCHACH_APP_BIN").map(PathBuf::from);
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/debug/vierschach-app");
    let binary = told.unwrap_or(built);
    let found = binary.canonicalize();
    found.unwrap_or_else(|error| panic!("{}: {error}; run cargo xtask test", binary.display()))
}

/// The processes that a process started and that run the app.
fn children(parent: u32) -> Vec<u32> {
    let app = binary();
    let processes = fs::read_dir("/proc").expect("/proc is there");
    let ids = processes.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    ids.filter(|id: &u32| {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
        let mine = status
            .lines()
            .any(|line| line == format!("PPid:\t{parent}"));
        mine && fs::read_link(format!("/proc/{id}/exe")).is_ok_and(|exe| exe == app)
    })
    .collect()
}
