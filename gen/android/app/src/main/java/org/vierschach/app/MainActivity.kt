package org.vierschach.app

import android.content.Intent
import android.os.Bundle
import android.webkit.WebView
import androidx.activity.enableEdgeToEdge
import kotlin.concurrent.thread

class MainActivity : TauriActivity() {
  private var bridge: PageBridge? = null
  /** A text that came before there was a page. */
  private var early: String? = null

  override fun onCreate(savedInstanceState: Bundle?) {
    enableEdgeToEdge()
    super.onCreate(savedInstanceState)
    // An activity that is made anew has taken its intent before.
    if (savedInstanceState == null) takeText(intent)
  }

  override fun onWebViewCreate(webView: WebView) {
    super.onWebViewCreate(webView)
    bridge = PageBridge(webView).also { webView.addJavascriptInterface(it, PageBridge.NAME) }
    early?.let { bridge?.share(it) }
    early = null
  }

  override fun onNewIntent(intent: Intent) {
    super.onNewIntent(intent)
    takeText(intent)
  }

  private fun takeText(intent: Intent) {
    // A file may come over a network.
    thread {
      val text = PageBridge.textOf(intent, contentResolver) ?: return@thread
      runOnUiThread { bridge?.share(text) ?: run { early = text } }
    }
  }
}
